import Synchronization

// What a task awaits.
extension AwaitedPath {
  /// Runs `body` as the creation of a factory's object.
  static func creating<Result>(
    _ factory: Factory, by id: ThreadID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within((factory.facts.step, id, ObjectIdentifier(factory), isFurther: false), body)
  }

  /// Runs `body`, which awaits the needs of a factory's object before its synchronous creation.
  static func needing<Result>(
    _ factory: Factory, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within((factory.facts.step, nil, nil, isFurther: false), body)
  }

  /// Runs `body`, which awaits needs of a factory's object beyond those that it declares.
  ///
  /// - Parameter creation: The creation of the object, if it continues afterwards.
  /// - Returns: Nil if the caller is already within such a call for `factory`, which would never
  ///   end.
  static func needingFurther<Result>(
    _ factory: Factory, in creation: ThreadID?, _ body: () async throws -> Result
  ) async rethrows -> Result? {
    let id = ObjectIdentifier(factory)
    var isWithinItself = false
    forEach { path in
      isWithinItself = path.subject.factory == id && path.subject.isFurther
      return !isWithinItself
    }
    if isWithinItself { return nil }
    return try await within((factory.facts.step, creation, id, isFurther: true), body)
  }

  /// Runs `body` as part of a request.
  package static func requesting<Result>(
    _ function: StaticString, at location: CodeLocation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within((Problem.Step("\(function)", location), nil, nil, isFurther: false), body)
  }

  private static func within<Result>(
    _ subject: Subject, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let path = AwaitedPath(subject)
    defer { path.isOver.store(true, ordering: .relaxed) }
    return try await $current.withValue(path, operation: body)
  }
}
