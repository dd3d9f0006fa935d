import Synchronization

/// What a task awaits right now: creations and requests, innermost first.
///
/// What ``CreationPath`` is for a thread. A task may go on on another thread after each `await`, so its path
/// goes with the task, and with its children. It knows facts only and keeps no object alive.
package final class AwaitedPath: Sendable {
  @TaskLocal private static var current: AwaitedPath?

  private indirect enum Subject {
    case request(Problem.Step)
    /// Something that is made at once, for which others are awaited first.
    case need(Problem.Step)
    /// The same, after it was found that more is needed than declarations tell.
    case furtherNeed(Problem.Step, factory: ObjectIdentifier)
    case creation(Problem.Step, id: ThreadID, factory: ObjectIdentifier)
    /// What is made at once waits for no task that it begins: such a task is no part of what is further out.
    case boundary
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
    _ factory: AnyObjectFactory, by id: ThreadID, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(
      .creation(factory.facts.step, id: id, factory: ObjectIdentifier(factory)), body)
  }

  /// Runs `body`, which awaits what a factory's object needs.
  static func needing<Result>(
    _ factory: AnyObjectFactory, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(.need(factory.facts.step), body)
  }

  /// Runs `body`, which awaits what a factory's object turned out to need besides.
  ///
  /// - Returns: Nil if this is within just that: it would go on for ever.
  static func needingFurther<Result>(
    _ factory: AnyObjectFactory, _ body: () async throws -> Result
  ) async rethrows -> Result? {
    var isWithinItself = false
    forEach { path in
      if case .furtherNeed(_, ObjectIdentifier(factory)) = path.subject { isWithinItself = true }
      return !isWithinItself
    }
    if isWithinItself { return nil }
    return try await within(
      .furtherNeed(factory.facts.step, factory: ObjectIdentifier(factory)), body)
  }

  /// Runs `body` as part of a request.
  package static func requesting<Result>(
    _ function: StaticString, at place: Place, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await within(.request(Problem.Step("\(function)", place)), body)
  }

  /// Runs `body`, which awaits nothing: tasks that it begins are not part of what is being made.
  static func atOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard current != nil else { return try body() }
    let path = AwaitedPath(.boundary)
    defer { path.isOver.store(true, ordering: .relaxed) }
    return try $current.withValue(path, operation: body)
  }

  // MARK: Reading

  /// The path in words, innermost first.
  static func steps() -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { path in
      path.step.map { steps.append($0) }
      return true
    }
    return steps
  }

  /// The part of the path from the innermost creation out to `factory`.
  static func steps(to factory: AnyObjectFactory) -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { path in
      path.step.map { steps.append($0) }
      if case .creation(_, _, ObjectIdentifier(factory)) = path.subject { return false }
      return true
    }
    return steps
  }

  /// Those whose objects are being made here: all of them wait for what is awaited here.
  static func creations() -> [ThreadID] {
    var creations: [ThreadID] = []
    forEach { path in
      switch path.subject {
      case .creation(_, let id, _): creations.append(id)
      case .boundary: return false
      case .request, .need, .furtherNeed: break
      }
      return true
    }
    return creations
  }

  private var step: Problem.Step? {
    switch subject {
    case .request(let step), .need(let step), .furtherNeed(let step, _),
      .creation(let step, _, _):
      step
    case .boundary: nil
    }
  }

  private static func forEach(_ body: (AwaitedPath) -> Bool) {
    var next = living(current)
    while let path = next, body(path) { next = living(path.outer) }
  }
}
