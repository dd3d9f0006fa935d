import AlchemicInject
import CMeasure
import Measure

final class Three {
  @Injected var service: any Service
  @Injected var other: any Other
  @Injected var ledger: Ledger

  func readAll() -> Int { service.value() &+ other.other() &+ ledger.number }
}

final class LazyThree {
  lazy var service: any Service = Plain.shared.service
  lazy var other: any Other = Plain.shared.other
  lazy var ledger: Ledger = Plain.shared.ledger

  func readAll() -> Int { service.value() &+ other.other() &+ ledger.number }
}

/// A lazy value in an object of its own, as a property needs that a constant holds; and nothing
/// else.
final class LazyCell<Value> {
  private var value: Value?

  func read(_ make: @autoclosure () -> Value) -> Value {
    if let value { return value }
    let made = make()
    value = made
    return made
  }
}

final class LazyCellThree {
  let service = LazyCell<any Service>()
  let other = LazyCell<any Other>()
  let ledger = LazyCell<Ledger>()

  func readAll() -> Int {
    service.read(Plain.shared.service).value() &+ other.read(Plain.shared.other).other()
      &+ ledger.read(Plain.shared.ledger).number
  }
}

final class PlainThree {
  var service: any Service = Plain.shared.service
  var other: any Other = Plain.shared.other
  var ledger: Ledger = Plain.shared.ledger

  func readAll() -> Int { service.value() &+ other.other() &+ ledger.number }
}

extension HotModel {
  /// P3.
  static var hosts: [Operation] {
    [
      Operation(
        "P3", "make, read, drop a host with 3 @Injected, against 3 lazy var", limit: 2,
        cost: makeThree, floor: makeLazyThree),
      Operation(
        "P3/objects", "the same, against 3 lazy values in objects of their own, for one thread",
        limit: 2, cost: makeThree, floor: makeLazyCellThree),
    ]
  }
}

// Not inlined, or the compiler would see that nobody keeps the host, and put it on the stack.

@inline(never) func three() -> Three { Three() }
@inline(never) private func lazyCellThree() -> LazyCellThree { LazyCellThree() }
@inline(never) private func lazyThree() -> LazyThree { LazyThree() }

@inline(never) func makeThree(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= three().readAll() }
  measure_use(sum)
}

@inline(never) func makeLazyThree(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= lazyThree().readAll() }
  measure_use(sum)
}

@inline(never) private func makeLazyCellThree(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= lazyCellThree().readAll() }
  measure_use(sum)
}
