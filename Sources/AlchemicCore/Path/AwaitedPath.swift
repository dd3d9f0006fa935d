import Synchronization

/// What a task awaits right now: creations and requests, innermost first.
///
/// What ``CreationPath`` is for a thread. A task may go on on another thread after each `await`, so
/// its path goes with the task, and with its children. It knows facts only and keeps no object
/// alive.
package final class AwaitedPath: Sendable {
  @TaskLocal private static var current: AwaitedPath?

  private struct Subject {
    /// How a message names it; nil for what is made at once, which waits for no task that it
    /// begins: such a task is no part of what is further out.
    var step: Problem.Step?
    /// The number of a creation.
    var creation: ThreadID?
    /// The factory of a creation, or of something that needs more than declarations tell.
    var factory: ObjectIdentifier?
  }

  private let subject: Subject
  private let outer: AwaitedPath?
  /// Whether it has ended. A task that was begun within it may live on.
  private let isOver = Atomic<Bool>(false)

  private init(_ subject: Subject) {
    self.subject = subject
    // What is over is not kept, or the path of a task that begins the next one would grow for ever.
    outer = Self.living(Self.current)
  }

  /// The path without what is over.
  private static func living(_ path: AwaitedPath?) -> AwaitedPath? {
    var next = path
    while let path = next, path.isOver.load(ordering: .relaxed) { next = path.outer }
    return next
  }

  private static func within<Result>(
    _ subject: Subject, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let path = AwaitedPath(subject)
    defer { path.isOver.store(true, ordering: .relaxed) }
    return try await $current.withValue(path, operation: body)
  }

  /// Runs `body` as the creation of a factory's object.
  static func creating<Result>(
    _ factory: Factory, by id: ThreadID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(
      Subject(step: factory.facts.step, creation: id, factory: ObjectIdentifier(factory)), body)
  }

  /// Runs `body`, which awaits what a factory's object needs before it is made at once.
  static func needing<Result>(
    _ factory: Factory, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(Subject(step: factory.facts.step), body)
  }

  /// Runs `body`, which awaits what a factory's object turned out to need besides.
  ///
  /// - Returns: Nil if this is within just that: it would go on for ever.
  static func needingFurther<Result>(
    _ factory: Factory, _ body: () async throws -> Result
  ) async rethrows -> Result? {
    let id = ObjectIdentifier(factory)
    var isWithinItself = false
    forEach { path in
      isWithinItself = path.subject.factory == id && path.subject.creation == nil
      return !isWithinItself
    }
    if isWithinItself { return nil }
    return try await within(Subject(step: factory.facts.step, factory: id), body)
  }

  /// Runs `body` as part of a request.
  package static func requesting<Result>(
    _ function: StaticString, at location: CodeLocation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(Subject(step: Problem.Step("\(function)", location)), body)
  }

  /// Runs `body`, which awaits nothing: tasks that it begins are not part of what is being made.
  static func atOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard current != nil else { return try body() }
    let path = AwaitedPath(Subject())
    defer { path.isOver.store(true, ordering: .relaxed) }
    return try $current.withValue(path, operation: body)
  }

  // MARK: Reading

  /// The path in words, innermost first.
  ///
  /// - Parameter factory: The one with whose creation the path is to end; nil for all of it.
  static func steps(to factory: Factory? = nil) -> [Problem.Step] {
    let last = factory.map { ObjectIdentifier($0) }
    var steps: [Problem.Step] = []
    forEach { path in
      path.subject.step.map { steps.append($0) }
      return last == nil || path.subject.creation == nil || path.subject.factory != last
    }
    return steps
  }

  /// Those whose objects are being made here: all of them wait for what is awaited here.
  static func creations() -> [ThreadID] {
    var creations: [ThreadID] = []
    forEach { path in
      path.subject.creation.map { creations.append($0) }
      return path.subject.step != nil
    }
    return creations
  }

  private static func forEach(_ body: (AwaitedPath) -> Bool) {
    var next = living(current)
    while let path = next, body(path) { next = living(path.outer) }
  }
}
