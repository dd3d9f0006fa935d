import CMeasure
import Measure
import Synchronization

// What people write by hand instead, compared with the same floor as `AcGet`.

extension HotModel {
  /// H1, H2 and H3.
  static var handWritten: [Operation] {
    let plain = Plain.shared
    return [
      Operation(
        "H1", "by hand: service locator with a lock, against a function that returns it",
        limit: nil,
        cost: getFromLocator, floor: { getReturned(plain, $0) }),
      Operation(
        "H2", "by hand: static let shared, against a function that returns it", limit: nil,
        cost: getShared,
        floor: { getReturned(plain, $0) }),
      Operation(
        "H3", "by hand: task-local container, against a function that returns it", limit: nil,
        cost: getFromTask,
        floor: { getReturned(plain, $0) }),
    ]
  }
}

private enum Services {
  private static let makers = Mutex<[ObjectIdentifier: @Sendable () -> any Sendable]>([:])
  private static let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

  static func register<Value>(_ type: Value.Type, _ make: @escaping @Sendable () -> any Sendable) {
    makers.withLock { $0[ObjectIdentifier(type)] = make }
  }

  static func resolve<Value>(_ type: Value.Type = Value.self) -> Value {
    objects.withLock { objects in
      let key = ObjectIdentifier(type)
      if let object = objects[key] { return object }
      guard let make = makers.withLock({ $0[key] }) else { fatalError("nothing makes \(type)") }
      let object = make()
      objects[key] = object
      return object
    } as! Value
  }
}

private enum Shared {
  static let service: any Service = FastService()
}

private struct Container: Sendable {
  var service: any Service
  var other: any Other

  @TaskLocal static var current = Container(service: FastService(), other: OneOther())
}

@inline(never) private func getFromLocator(_ count: Int) {
  Services.register((any Service).self) { FastService() }
  var sum = 0
  for _ in 0..<count {
    let service: any Service = Services.resolve()
    sum &+= service.value()
  }
  measure_use(sum)
}

@inline(never) private func shared() -> any Service { Shared.service }

@inline(never) private func getShared(_ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= shared().value() }
  measure_use(sum)
}

@inline(never) private func ofTask() -> any Service { Container.current.service }

@inline(never) func getFromTask(_ count: Int) {
  Container.$current.withValue(Container(service: FastService(), other: OneOther())) {
    var sum = 0
    for _ in 0..<count { sum &+= ofTask().value() }
    measure_use(sum)
  }
}
