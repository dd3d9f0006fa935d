import AlchemicInject
import CMeasure
import Measure
import Synchronization

private enum Request: AlchemicScope {}

private final class First: Sendable {
  let number = 1
}

private final class Second: Sendable {
  let first: First
  init(_ first: First) { self.first = first }
}

private final class Third: Sendable {
  let (first, second): (First, Second)
  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
}

/// P15: scopes that a task carries.
public enum Scopes {
  /// Starts a model with three objects that a request has, and one of a session.
  public static func start() throws {
    try Alchemic.start { model in
      model.register(AcScope(Request.self)) { FastService() as any Service }
      model.register(First.init, AcScope(Request.self))
      model.register(Second.init, AcScope(Request.self))
      model.register(Third.init, AcScope(Request.self))
    }
  }

  /// A warm request, and by hand: a container that the task carries.
  public static var get: Operation {
    Operation(
      "P15/scope", "AcGet of an object in a scope, against a task-local container by hand",
      limit: 2, cost: { count in inScope { getByType(count) } }, floor: getFromTask)
  }

  /// A scope in which three objects are made, and by hand: the same objects in a container.
  public static var open: Operation {
    Operation(
      "P15/open", "open, make three objects, close, against a task-local container by hand",
      limit: 3, cost: openScopes, floor: openContainers)
  }
}

@inline(never) private func openScopes(_ count: Int) {
  inTask {
    for _ in 0..<count {
      try await Alchemic.withScope(Request.self) {
        let third: Third = try AcGet()
        measure_use(third.second.first.number)
      }
    }
  }
}

/// What people write by hand: objects by type, made when they are asked for.
private final class Container: Sendable {
  private let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

  @TaskLocal static var current: Container?

  func object<Value: Sendable>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let object = objects.withLock({ $0[key] }) as? Value { return object }
    let made = make()
    return objects.withLock { objects in
      if let object = objects[key] as? Value { return object }
      objects[key] = made
      return made
    }
  }

  var first: First { object { First() } }
  var second: Second { object { Second(first) } }
  var third: Third { object { Third(first, second) } }
}

@inline(never) private func openContainers(_ count: Int) {
  inTask {
    for _ in 0..<count {
      Container.$current.withValue(Container()) {
        measure_use(Container.current?.third.second.first.number ?? 0)
      }
    }
  }
}

private func inScope(_ body: @escaping @Sendable () -> Void) {
  inTask { try await Alchemic.withScope(Request.self) { body() } }
}

/// Runs an operation that never waits, on this thread.
private func inTask(_ body: @escaping @Sendable () async throws -> Void) {
  let isDone = Mutex(false)
  Task.immediate {
    do { try await body() } catch { fatalError("\(error)") }
    isDone.withLock { $0 = true }
  }
  precondition(isDone.withLock { $0 }, "the operation has waited")
}
