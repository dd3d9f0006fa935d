import AlchemicInject
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Asks the main model again and again, in a process in which no task ever has a model of its own:
// only there are requests answered by what was kept. In the tests' own process some test has always
// had one. Prints what is not as it should be, and ends with 1 if anything is not.

protocol Service: AnyObject { var number: Int { get } }
final class Ledger: Service {
  let number: Int
  init(_ number: Int) { self.number = number }
}
final class Part { init() {} }
final class Made {
  let ledger: Ledger
  let part: Part
  init(ledger: Ledger, part: Part) { (self.ledger, self.part) = (ledger, part) }
}
final class Rates { init() {} }
struct Refused: Error {}
final class Failing {
  static let fails = Atomic(false)
  init() throws { if Self.fails.load(ordering: .relaxed) { throw Refused() } }
}

final class Host {
  @Injected var ledger: Ledger
  @Injected var service: any Service
  @Injected var absent: Double?
  @Injected(AcName("second")) var second: Ledger
  @InjectedArray var services: [any Service]
  @Transient(AcName("current")) var current: Part
  /// Its factory is followed by all.
  @Injected var rates: Rates
}

final class Hooked: AlchemicAware {
  @Injected var ledger: Ledger
  var seen: [String] = []
  func didInject(variable: String) { seen.append(variable) }
}

let failures = Atomic(0)
let events = Atomic(0)

func expect(_ isSo: Bool, _ what: String, round: Int) {
  if isSo { return }
  failures.add(1, ordering: .relaxed)
  print("round \(round): \(what)")
}

func start(_ number: Int) throws {
  try Alchemic.start { model in
    model.register(AcFactoryName("first"), AcPrimary()) { Ledger(number) }
    model.register(AcFactoryName("second")) { Ledger(number + 1) }
    model.register(AcFactoryName("current")) { Part() }
    model.register(Part.init, AcTemplate(), AcFactoryName("part"), AcPrimary())
    model.register(Rates.init, AcTransient())
    model.register(Made.init, AcTemplate())
    model.register(Failing.init, AcTemplate())
  }
}

/// The same text in other words.
func spelled(_ name: String) -> String { String(name.reversed().reversed()) }

func ask(_ number: Int, round: Int) throws {
  let ledger: Ledger = try AcGet()
  expect(ledger.number == number, "a singleton by its type", round: round)
  expect(try (AcGet() as any Service) === ledger, "a singleton by its protocol", round: round)
  let second = try AcGet(Ledger.self, AcName("second"))
  expect(second.number == number + 1, "a singleton by its name", round: round)
  expect(
    try AcGet(Ledger.self, AcName(spelled("second"))) === second, "by the name in other words",
    round: round)
  expect(try AcGet(Double?.self) == nil, "nothing", round: round)

  let made: [Made] = [try AcGet(), try AcGet()]
  expect(made[0] !== made[1] && made[0].part !== made[1].part, "new objects", round: round)
  expect(made.allSatisfy { $0.ledger === ledger }, "the singletons of new objects", round: round)
  _ = try AcGet(Failing.self)
  Failing.fails.store(true, ordering: .relaxed)
  defer { Failing.fails.store(false, ordering: .relaxed) }
  do {
    _ = try AcGet(Failing.self)
    expect(false, "an initializer that throws", round: round)
  } catch let error as AlchemicError {
    let problem = error.problems[0]
    expect(
      error.problems.count == 1 && problem.id == .creationFailed
        && problem.underlyingError is Refused && problem.path.map(\.subject) == ["AcGet"],
      "the path of what fails: \(problem.path)", round: round)
  }

  let host = Host()
  expect(host.ledger === ledger && host.service === ledger, "properties", round: round)
  expect(host.absent == nil && host.second === second, "properties, by name", round: round)
  expect(host.services.map(\.number) == [number], "all, which are the primaries", round: round)
  let hooked = Hooked()
  expect(hooked.ledger === ledger && hooked.seen == ["ledger"], "a host with hooks", round: round)

  let new = Part()
  try AcSet(new, AcName("current"))
  expect(host.current === new, "what follows", round: round)
  let known = host.rates
  expect(try AcGet(Rates.self) === known && Host().rates === known, "what all follow", round: round)
  try AcSet(Rates())
  let rates: Rates = try AcGet()
  expect(
    rates !== known && host.rates === rates && Host().rates === rates, "what all follow, set",
    round: round)
  expect(host.ledger === ledger, "what does not follow", round: round)
}

func run() throws {
  for number in [10, 20, 30] {
    try start(number)
    for round in number..<number + 5 { try ask(number, round: round) }

    // Later requests get the set object. A property that was read before does not.
    let host = Host()
    let old = host.ledger
    let new = Ledger(number)
    try AcSet(new, AcName("first"))
    expect(try AcGet(Ledger.self) === new, "what was set", round: number)
    expect(host.ledger === old && Host().ledger === new, "read before, and after", round: number)
    try ask(number, round: -number)

    // An observer receives events that are otherwise not sent.
    let before = events.load(ordering: .relaxed)
    let observation = Alchemic.observe { _ in events.add(1, ordering: .relaxed) }
    _ = Host().ledger
    _ = try AcGet(Made.self)
    observation.cancel()
    expect(events.load(ordering: .relaxed) > before, "events", round: number)
    Alchemic.reset()
  }
}

try run()
exit(failures.load(ordering: .relaxed) == 0 ? 0 : 1)
