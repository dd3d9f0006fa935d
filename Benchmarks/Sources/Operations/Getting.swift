import AlchemicInject
import CMeasure
import Measure
import Synchronization

extension HotModel {
  /// P2 and P2b.
  static var getting: [Operation] {
    let plain = Plain.shared
    let locator = MutexLocator()
    locator.add(plain.service, as: (any Service).self)
    return [
      Operation(
        "P2", "AcGet by protocol, against a function that returns it", limit: 2.5,
        cost: getByType, floor: { getReturned(plain, $0) }),
      Operation(
        "P2/exchanged", "AcGet of what was exchanged, against a function that returns it",
        limit: 2.5, cost: getExchanged, floor: { getReturnedRates(plain, $0) }),
      Operation(
        "P2/mutex", "AcGet by protocol, against a dictionary in a mutex", limit: 0.5,
        cost: getByType, floor: { getFromMutex(locator, $0) }),
      Operation(
        "P2b", "AcGet by name, against a dictionary lookup", limit: 1.3,
        cost: { getByName("main service", $0) },
        floor: { getFromDictionary(plain.byName, "main service", $0) }),
    ]
  }
}

/// What guards a dictionary by a mutex and casts what is in it.
final class MutexLocator: Sendable {
  private let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func add<Value>(_ object: any AnyObject & Sendable, as type: Value.Type) {
    // A locator has more than one thing.
    for other in [Other.self, Int.self, String.self, Ledger.self] as [Any.Type] {
      objects.withLock { $0[ObjectIdentifier(other)] = object }
    }
    objects.withLock { $0[ObjectIdentifier(type)] = object }
  }

  func get<Value>(_ type: Value.Type = Value.self) -> Value {
    objects.withLock { $0[ObjectIdentifier(type)] } as! Value
  }
}

@inline(never) func getByType(_ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count {
      let service: any Service = try AcGet()
      sum &+= service.value()
    }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) func returned(_ plain: Plain) -> any Service { plain.service }

@inline(never) func getReturned(_ plain: Plain, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= returned(plain).value() }
  measure_use(sum)
}

@inline(never) private func getExchanged(_ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count {
      let rates: (any Rates)? = try AcGet()
      sum &+= rates?.rate() ?? 0
    }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func returnedRates(_ plain: Plain) -> (any Rates)? { plain.rates }

@inline(never) private func getReturnedRates(_ plain: Plain, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= returnedRates(plain)?.rate() ?? 0 }
  measure_use(sum)
}

@inline(never) private func getFromMutex(_ locator: MutexLocator, _ count: Int) {
  var sum = 0
  for _ in 0..<count {
    let service: any Service = locator.get()
    sum &+= service.value()
  }
  measure_use(sum)
}

@inline(never) private func getByName(_ name: String, _ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count {
      let service: any Service = try AcGet(AcName(name))
      sum &+= service.value()
    }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func lookUp(_ name: String, in objects: [String: any Service]) -> (
  any Service
)? {
  objects[name]
}

@inline(never) private func getFromDictionary(
  _ objects: [String: any Service], _ name: String, _ count: Int
) {
  var sum = 0
  for _ in 0..<count { sum &+= lookUp(name, in: objects)?.value() ?? 0 }
  measure_use(sum)
}
