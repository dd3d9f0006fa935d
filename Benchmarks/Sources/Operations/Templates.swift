import AlchemicInject
import CMeasure
import Measure

final class Alone {
  let number: Int
  init() { number = 1 }
}

extension HotModel {
  /// P4.
  static var templates: [Operation] {
    let parts = SharedParts()
    return [
      Operation(
        "P4", "AcGet of a template, against init", limit: 3, cost: getAlone, floor: makeAlone),
      Operation(
        "P4/chain", "AcGet of a chain of 10 templates, against init", limit: 2.5,
        cost: getChain, floor: makeChains),
      Operation(
        "P4/wide", "AcGet of a template of 10 templates, against init", limit: 2.5,
        cost: getWide, floor: makeWides),
      Operation(
        "P4/wide-shared", "AcGet of a template of 10 singletons, against init", limit: 2.5,
        cost: getWideOfShared, floor: { makeWidesOfShared(parts, $0) }),
    ]
  }
}

@inline(never) private func alone() -> Alone { Alone() }

@inline(never) func makeAlone(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= alone().number }
  measure_use(sum)
}

@inline(never) func getAlone(_ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count { sum &+= try AcGet(Alone.self).number }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func makeChains(_ count: Int) {
  for _ in 0..<count { measure_use(address(makeChain())) }
}

@inline(never) private func getChain(_ count: Int) {
  do {
    for _ in 0..<count { measure_use(address(try AcGet(Link0.self))) }
  } catch { fatalError("\(error)") }
}

@inline(never) private func makeWides(_ count: Int) {
  for _ in 0..<count { measure_use(address(makeWide())) }
}

@inline(never) private func getWide(_ count: Int) {
  do {
    for _ in 0..<count { measure_use(address(try AcGet(Wide.self))) }
  } catch { fatalError("\(error)") }
}

@inline(never) private func makeWidesOfShared(_ parts: SharedParts, _ count: Int) {
  for _ in 0..<count { measure_use(address(makeWideOfShared(parts))) }
}

@inline(never) private func getWideOfShared(_ count: Int) {
  do {
    for _ in 0..<count { measure_use(address(try AcGet(WideOfShared.self))) }
  } catch { fatalError("\(error)") }
}

private func address(_ object: AnyObject) -> Int {
  Int(bitPattern: Unmanaged.passUnretained(object).toOpaque())
}
