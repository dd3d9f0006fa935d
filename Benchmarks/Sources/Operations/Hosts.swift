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
        cost: makeThree, floor: makeLazyThree)
    ]
  }
}

// Not inlined, or the compiler would see that nobody keeps the host, and put it on the stack.

@inline(never) func three() -> Three { Three() }
@inline(never) private func lazyThree() -> LazyThree { LazyThree() }

@inline(never) private func makeThree(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= three().readAll() }
  measure_use(sum)
}

@inline(never) private func makeLazyThree(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= lazyThree().readAll() }
  measure_use(sum)
}
