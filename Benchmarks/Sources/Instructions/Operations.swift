import AlchemicInject
import CMeasure
import Measure
import Operations

/// An operation, and in which two numbers it is done.
struct Counted {
  let id: String
  let loop: Loop
  /// The least that a program needs for the same, done as often.
  var floor: Loop?
  let few: Int
  let many: Int
  /// How many of what is counted are in one.
  var parts = 1
}

/// All of them.
func countedOperations() throws -> [Counted] {
  try HotModel.start()
  let hot = HotModel.operations.filter { $0.limit != nil && $0.id != "P2/mutex" }.map {
    Counted(id: $0.id, loop: $0.pair.cost, floor: $0.pair.floor, few: 100, many: 1_100)
  }
  return try hot + following() + [starting()]
}

/// `AcSet` with one host that is told, and what each host more costs.
private func following() throws -> [Counted] {
  let one = Following.awareHosts(1)
  let set = Following.setting(besides: 0).cost
  let thousand = 1_000
  return [
    Counted(
      id: "P6/1", loop: { count in withExtendedLifetime(one) { set(count) } }, few: 100, many: 1_100
    ),
    Counted(
      id: "P6/host",
      loop: { count in
        let hosts = Following.awareHosts(thousand)
        withExtendedLifetime(hosts) { set(count) }
      }, few: 1, many: 11, parts: thousand),
  ]
}

/// A registration of a start with a thousand types, and its reset.
private func starting() throws -> Counted {
  let types = 1_000
  let scale = Scale(types)
  return Counted(
    id: "P5/1000",
    loop: { count in
      do {
        for _ in 0..<count {
          Alchemic.reset()
          try scale.start()
        }
      } catch { fatalError("\(error)") }
    }, few: 1, many: 3, parts: types)
}

/// What runs under callgrind: prints, in the order of the marks, ids, how many operations lie between two marks,
/// and of how many loops.
func runOperations() throws {
  for operation in try countedOperations() {
    let loops = [operation.loop] + (operation.floor.map { [$0] } ?? [])
    print(operation.id, (operation.many - operation.few) * operation.parts, loops.count)
    for loop in loops {
      // What is done first only, is done now.
      loop(operation.few)
      measure_mark()
      loop(operation.few)
      measure_mark()
      loop(operation.many)
      measure_mark()
    }
  }
}
