import Synchronization

/// What people write by hand: objects by type, created at their first request.
final class TaskContainer: Sendable {
  private let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

  @TaskLocal static var current: TaskContainer?

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

  func store<Value: Sendable>(_ object: Value) {
    objects.withLock { $0[ObjectIdentifier(Value.self)] = object }
  }
}

/// Runs an operation that never waits, on this thread.
func inTask(_ body: @escaping @Sendable () async throws -> Void) {
  let isDone = Atomic(false)
  Task.immediate {
    do { try await body() } catch { fatalError("\(error)") }
    isDone.store(true, ordering: .relaxed)
  }
  precondition(isDone.load(ordering: .relaxed), "the operation has waited")
}
