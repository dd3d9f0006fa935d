import CMeasure
import Measure
import Operations

/// An operation, and in which two numbers it is done.
struct Counted {
  let id: String
  let loop: Loop
  let few: Int
  let many: Int
  /// How much of what is counted is in one call of the loop with 1.
  var parts = 1
}

/// All of them.
func countedOperations() throws -> [Counted] {
  try HotModel.start()
  let hot = HotModel.operations.filter { $0.limit != nil && $0.id != "P2/mutex" }.map {
    Counted(id: $0.id, loop: $0.pair.cost, few: 100, many: 1_100)
  }
  return hot
}

/// What runs under callgrind: prints the ids, in the order of the marks.
func runOperations() throws {
  for operation in try countedOperations() {
    print(operation.id, (operation.many - operation.few) * operation.parts)
    // What is done first only, is done now.
    operation.loop(operation.few)
    measure_mark()
    operation.loop(operation.few)
    measure_mark()
    operation.loop(operation.many)
    measure_mark()
  }
}
