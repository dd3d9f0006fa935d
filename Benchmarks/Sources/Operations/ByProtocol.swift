import AlchemicInject
import CMeasure
import Measure

// What most programs do: objects are requested by a protocol. Public, so that nobody can know what
// is behind one.

public protocol Item { var number: Int { get } }
public protocol BoundItem: AnyObject { var number: Int { get } }
/// Of a product that is registered as the protocol.
public protocol OpenItem { var number: Int { get } }
public protocol BoundOpenItem: AnyObject { var number: Int { get } }
/// Of a structure that an existential has room for, and of one that lies in a box.
public protocol ValueItem { var number: Int { get } }
public protocol LargeItem { var number: Int { get } }
/// Of ten templates.
public protocol Element { var number: Int { get } }
public protocol BoundElement: AnyObject { var number: Int { get } }
/// Of a singleton.
public protocol OpenService: Sendable { func value() -> Int }

final class Thing: Item, BoundItem {
  let number: Int
  init() { number = 1 }
}

final class OpenThing: OpenItem, BoundOpenItem {
  let number: Int
  init() { number = 1 }
}

struct SmallValue: ValueItem {
  let number: Int
  init() { number = 1 }
}

struct LargeValue: LargeItem {
  let number: Int
  let others = (1, 2, 3)
  init() { number = 1 }
}

final class OneElement<Number>: Element, BoundElement {
  let number: Int
  init() { number = 1 }
}

final class FastOpenService: OpenService {
  let number: Int
  init() { number = 1 }
  func value() -> Int { number }
}

final class OtherOpenService: OpenService {
  func value() -> Int { 2 }
}

extension HotModel {
  static func registerItems(_ model: ModelBuilder) {
    model.register(Thing.init, AcTemplate())
    model.register({ OpenThing() as any OpenItem }, AcTemplate())
    model.register({ OpenThing() as any BoundOpenItem }, AcTemplate())
    model.register(SmallValue.init, AcTemplate())
    model.register(LargeValue.init, AcTemplate())
    model.register(OneElement<Int>.init, AcTemplate())
    model.register(OneElement<Int8>.init, AcTemplate())
    model.register(OneElement<Int16>.init, AcTemplate())
    model.register(OneElement<Int32>.init, AcTemplate())
    model.register(OneElement<Int64>.init, AcTemplate())
    model.register(OneElement<UInt>.init, AcTemplate())
    model.register(OneElement<UInt8>.init, AcTemplate())
    model.register(OneElement<UInt16>.init, AcTemplate())
    model.register(OneElement<UInt32>.init, AcTemplate())
    model.register(OneElement<UInt64>.init, AcTemplate())
    model.register(FastOpenService.init)
  }

  /// P4 by protocols, and P2 by one that is not class-bound.
  static var byProtocol: [Operation] {
    let plain = PlainOpen.shared
    return [
      Operation(
        "P4/by-protocol", "AcGet of a template by a protocol, against init", limit: 3,
        cost: { make($0) { got((any Item).self).number } },
        floor: { make($0) { newItem().number } }),
      Operation(
        "P4/by-protocol/class-bound", "the same by a protocol that only classes have", limit: 3,
        cost: { make($0) { got((any BoundItem).self).number } },
        floor: { make($0) { newBoundItem().number } }),
      Operation(
        "P4/by-protocol/optional", "the same as an optional", limit: 3,
        cost: { make($0) { got((any Item)?.self)?.number ?? 0 } },
        floor: { make($0) { newOptionalItem()?.number ?? 0 } }),
      Operation(
        "P4/by-protocol/class-bound-optional", "the same as an optional of an object", limit: 3,
        cost: { make($0) { got((any BoundItem)?.self)?.number ?? 0 } },
        floor: { make($0) { newOptionalBoundItem()?.number ?? 0 } }),
      Operation(
        "P4/by-protocol/element", "AcGet of an array of ten templates, against an array", limit: 3,
        cost: { make($0) { got([any Element].self)[0].number } },
        floor: { make($0) { newElements()[0].number } }),
      Operation(
        "P4/by-protocol/class-bound-element", "the same by a protocol that only classes have",
        limit: 3,
        cost: { make($0) { got([any BoundElement].self)[0].number } },
        floor: { make($0) { newBoundElements()[0].number } }),
      Operation(
        "P4/by-protocol/value", "AcGet of a structure by a protocol, against init", limit: nil,
        cost: { make($0) { got((any ValueItem).self).number } },
        floor: { make($0) { newValueItem().number } }),
      Operation(
        "P4/by-protocol/large-value", "the same of one that lies in a box", limit: 3,
        cost: { make($0) { got((any LargeItem).self).number } },
        floor: { make($0) { newLargeItem().number } }),
      Operation(
        "P4/as-protocol", "AcGet of a template that is registered as a protocol, against init",
        limit: 3,
        cost: { make($0) { got((any OpenItem).self).number } },
        floor: { make($0) { newOpenItem().number } }),
      Operation(
        "P4/as-protocol/class-bound", "the same with a protocol that only classes have", limit: 3,
        cost: { make($0) { got((any BoundOpenItem).self).number } },
        floor: { make($0) { newBoundOpenItem().number } }),
      Operation(
        "P4/as-protocol/optional", "the same as an optional", limit: 3,
        cost: { make($0) { got((any OpenItem)?.self)?.number ?? 0 } },
        floor: { make($0) { newOptionalOpenItem()?.number ?? 0 } }),
      Operation(
        "P4/chain-by-protocol", "AcGet of a chain of 10 templates by protocols, against init",
        limit: 2.5,
        cost: { make($0) { got((any Stage0).self).number } },
        floor: { make($0) { makeStages().number } }),
      Operation(
        "P4/chain-by-protocol/class-bound", "the same by protocols that only classes have",
        limit: 2.5,
        cost: { make($0) { got((any Knot0).self).number } },
        floor: { make($0) { makeKnots().number } }),
      Operation(
        "P2/not-class-bound", "AcGet of a singleton by a protocol that is not class-bound",
        limit: 1.6,
        cost: { make($0) { got((any OpenService).self).value() } },
        floor: { count in make(count) { returned(plain).value() } }),
    ]
  }
}

final class PlainOpen: @unchecked Sendable {
  // Proof: written before the measuring begins, and only read then.
  var service: any OpenService = FastOpenService()
  static let shared = PlainOpen()
}

@inline(never) private func returned(_ plain: PlainOpen) -> any OpenService { plain.service }

@inline(__always)
private func got<Value>(_ type: Value.Type) -> Value {
  do { return try AcGet(type) } catch { fatalError("\(error)") }
}

@inline(__always)
private func make(_ count: Int, _ body: () -> Int) {
  var sum = 0
  for _ in 0..<count { sum &+= body() }
  measure_use(sum)
}

@inline(never) private func newItem() -> any Item { Thing() }
@inline(never) private func newBoundItem() -> any BoundItem { Thing() }
@inline(never) private func newOptionalItem() -> (any Item)? { Thing() }
@inline(never) private func newOptionalBoundItem() -> (any BoundItem)? { Thing() }
@inline(never) private func newValueItem() -> any ValueItem { SmallValue() }
@inline(never) private func newLargeItem() -> any LargeItem { LargeValue() }
@inline(never) private func newOpenItem() -> any OpenItem { OpenThing() }
@inline(never) private func newBoundOpenItem() -> any BoundOpenItem { OpenThing() }
@inline(never) private func newOptionalOpenItem() -> (any OpenItem)? { OpenThing() }

@inline(never) private func newElements() -> [any Element] {
  [
    OneElement<Int>(), OneElement<Int8>(), OneElement<Int16>(), OneElement<Int32>(),
    OneElement<Int64>(), OneElement<UInt>(), OneElement<UInt8>(), OneElement<UInt16>(),
    OneElement<UInt32>(), OneElement<UInt64>(),
  ]
}

@inline(never) private func newBoundElements() -> [any BoundElement] {
  [
    OneElement<Int>(), OneElement<Int8>(), OneElement<Int16>(), OneElement<Int32>(),
    OneElement<Int64>(), OneElement<UInt>(), OneElement<UInt8>(), OneElement<UInt16>(),
    OneElement<UInt32>(), OneElement<UInt64>(),
  ]
}
