/// What a task awaits right now: creations and requests, innermost first.
///
/// What ``CreationPath`` is for a thread. A task may go on on another thread after each `await`, so its path
/// goes with the task, and with its children. It knows facts only and keeps no object alive.
package final class AwaitedPath: Sendable {
  @TaskLocal static var current: AwaitedPath?

  private let step: Problem.Step
  /// Who makes the object; nil for a request.
  let creation: (id: ThreadID, factory: ObjectIdentifier)?
  private let outer: AwaitedPath?

  private init(_ step: Problem.Step, creation: (id: ThreadID, factory: ObjectIdentifier)? = nil) {
    self.step = step
    self.creation = creation
    outer = Self.current
  }

  /// Runs `body` as the creation of a factory's object.
  static func creating<Result>(
    _ factory: AnyObjectFactory, by id: ThreadID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let path = AwaitedPath(factory.facts.step, creation: (id, ObjectIdentifier(factory)))
    return try await $current.withValue(path, operation: body)
  }

  /// Runs `body` as part of a request.
  package static func requesting<Result>(
    _ function: StaticString, at place: Place, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let path = AwaitedPath(Problem.Step("\(function)", place))
    return try await $current.withValue(path, operation: body)
  }

  /// The path in words, innermost first.
  static func steps() -> [Problem.Step] { all().map(\.step) }

  /// The part of the path from the innermost creation out to `factory`.
  static func steps(to factory: AnyObjectFactory) -> [Problem.Step] {
    let path = all()
    let end = path.firstIndex { $0.creation?.factory == ObjectIdentifier(factory) }
    return path[...(end ?? path.count - 1)].map(\.step)
  }

  /// Those whose objects are being made here: all of them wait for what is awaited here.
  static func creations() -> [ThreadID] { all().compactMap(\.creation?.id) }

  private static func all() -> [AwaitedPath] {
    Array(sequence(first: current, next: { $0?.outer }).prefix { $0 != nil }.compactMap { $0 })
  }
}
