import Synchronization

/// The creations and requests that a task awaits, innermost first.
///
/// This is the counterpart of ``CreationPath`` for tasks. A task may continue on another thread
/// after each `await`, so the path is a task-local value, which child tasks inherit. It stores
/// facts only, and retains no object.
package final class AwaitedPath: Sendable {
  @TaskLocal static var current: AwaitedPath?

  /// - `step`: The step in a message, if any.
  /// - `creation`: The number of a creation.
  /// - `factory`: The factory of a creation.
  /// - `isFurther`: Whether the factory's object needs more than the factory declares.
  typealias Subject = (
    step: Problem.Step?, creation: ThreadID?, factory: ObjectIdentifier?, isFurther: Bool
  )

  let subject: Subject
  private let outer: AwaitedPath?
  /// The number of subjects up to this one.
  private let depth: Int
  /// Whether the subject has ended. A task that was started within it may still run.
  let isOver = Atomic<Bool>(false)
  /// Whether the outer creations do not wait for what is created within this subject.
  let isCut: Atomic<Bool>

  /// Storage for the ``RequestObjects``, if this subject is the outermost one.
  private let requestObjects = LazyReference()

  init(_ subject: Subject, isCut: Bool = false) {
    self.subject = subject
    self.isCut = Atomic(isCut)
    // Otherwise, the path of tasks that each start the next one would grow without bound.
    outer = Self.living(Self.current)
    depth = (outer?.depth ?? 0) + (subject.step == nil ? 0 : 1)
  }

  /// The place of a task that the current creations await, until its `isCut` is set.
  static func ofTask() -> AwaitedPath { AwaitedPath((nil, nil, nil, isFurther: false)) }

  /// Returns the path without the innermost subjects that have ended.
  private static func living(_ path: AwaitedPath?) -> AwaitedPath? {
    var next = path
    while let path = next, path.isOver.load(ordering: .relaxed) {
      next = path.isCut.load(ordering: .relaxed) ? nil : path.outer
    }
    return next
  }

  /// Runs synchronous code. It does not wait for the tasks that it starts, so these are not part of
  /// the current creations.
  static func atOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard current != nil else { return try body() }
    let path = AwaitedPath((nil, nil, nil, isFurther: false), isCut: true)
    defer { path.isOver.store(true, ordering: .relaxed) }
    return try $current.withValue(path, operation: body)
  }

  // MARK: Reading

  /// The number of subjects that this task awaits.
  static var depth: Int { living(current)?.depth ?? 0 }

  /// The number of subjects beyond which recursion probably never ends. The stack limits the path
  /// of a thread. Nothing but memory would limit that of a task.
  static let mostSubjects = 3_000

  /// Returns whether the path has so many creations of a factory that they probably never end.
  static func repeatsSuspiciously(_ factory: Factory) -> Bool {
    let id = ObjectIdentifier(factory)
    var repeats = 0
    forEach { path in
      if path.subject.factory == id, !path.subject.isFurther { repeats += 1 }
      return repeats < CreationPath.suspiciousRepeats
    }
    return repeats == CreationPath.suspiciousRepeats
  }

  /// The objects that are shared within the request of this task; nil if the task awaits none.
  static var outermostObjects: RequestObjects? {
    var outermost: AwaitedPath?
    forEach { path in
      outermost = path
      return true
    }
    return outermost?.requestObjects.object { RequestObjects() }
  }

  /// Returns the steps of the path, innermost first.
  ///
  /// - Parameter factory: The factory whose creation is the last step; nil for the whole path.
  static func steps(to factory: Factory? = nil) -> [Problem.Step] {
    let last = factory.map { ObjectIdentifier($0) }
    var steps: [Problem.Step] = []
    forEach { path in
      path.subject.step.map { steps.append($0) }
      return last == nil || path.subject.creation == nil || path.subject.factory != last
    }
    return steps
  }

  /// The factories whose products this task creates, innermost first.
  static var factories: [ObjectIdentifier] {
    var factories: [ObjectIdentifier] = []
    forEach { path in
      if path.subject.creation != nil, let factory = path.subject.factory {
        factories.append(factory)
      }
      return true
    }
    return factories
  }

  /// Returns the creations that wait for the object that this task awaits.
  package static func creations() -> [ThreadID] {
    var creations: [ThreadID] = []
    forEach { path in
      path.subject.creation.map { creations.append($0) }
      return !path.isCut.load(ordering: .relaxed)
    }
    return creations
  }

  static func forEach(_ body: (AwaitedPath) -> Bool) {
    var next = living(current)
    while let path = next, body(path) { next = living(path.outer) }
  }
}
