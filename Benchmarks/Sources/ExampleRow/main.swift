import AlchemicInject
import Measure
import TreasuryExample

// The example's trading days with Alchemic, in plain loops, and with the example's objects in plain
// loops: all on the real file. Prints nanoseconds of each, a line for each round. `Benchmarks` runs
// it: it is a program of its own because it has classes that a start finds.

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard arguments.count == 2 else {
  print("usage: ExampleRow WALLETS ROUNDS")
  throw Failure("two numbers are needed")
}
let (wallets, rounds) = (arguments[0], arguments[1])

do {
  var options = Options()
  options.wallets = wallets
  var oneDay = options
  for round in 0...rounds {
    let (report, all) = try simulate(options)
    oneDay.to = report.dates.lowerBound
    // Reading the file and opening the wallets is not what is compared.
    let (_, before) = try simulate(oneDay)
    let table = try RateTable.ofExample()
    var plain: PlainTreasury?
    let floor = threadTime {
      plain = PlainTreasury(wallets: wallets, currencies: table.currencies.count)
      plain?.run(table.days)
    }
    var objects: ObjectTreasury?
    let objectFloor = threadTime {
      objects = ObjectTreasury(wallets: wallets, currencies: table.currencies.count)
      objects?.run(table.days)
    }
    if let difference = plain?.difference(from: report) ?? objects?.difference(from: report) {
      throw Failure(difference)
    }
    if round > 0 { print(all - before, floor, objectFloor) }
  }
} catch {
  print("\(error)")
  throw error
}

func simulate(_ options: Options) throws -> (report: Report, time: Double) {
  Alchemic.reset()
  try Alchemic.start { model in model.register(AcPrimary()) { options } }
  var report: Report?
  let time = try threadTime { report = try Program.simulate() }
  guard let report else { throw Failure("no report") }
  return (report, time)
}
