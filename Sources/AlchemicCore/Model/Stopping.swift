package import AlchemicRuntime

/// The stop of a model. Its first caller carries it out, and later callers wait for its end.
package final class Stopping: Sendable {
  package final class State {
    var isBegun = false
    package var waiters = TaskWaiters()
    package var problems: [Problem]?
  }

  package let state = Locked(State())
  /// The model, or that of the scope. Only its identity counts.
  private let home: ModelHome

  /// The stops within which the calling task runs, from the outermost. A stop calls `stop()` of an
  /// object, and that may open a scope, whose end is another stop.
  @TaskLocal package static var ofTask: [Stopping] = []

  package init(in model: Model) { home = model.home }

  /// Returns true to the first caller.
  package func begin() -> Bool {
    state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun
    }
  }

  package func end(with problems: [Problem]) {
    var waiters = state.withLock { state in
      state.problems = problems
      return state.waiters.takeAll()
    }
    waiters.resumeAll(with: .success(()))
  }
}

extension Stopping {
  /// Runs code as a part of the stop, with a model as the current one.
  func run<Result>(in model: Model, _ body: () throws -> Result) rethrows -> Result {
    try Self.$ofTask.withValue(Self.ofTask + [self]) { try model.asCurrent(body) }
  }

  /// Returns whether the calling task runs `stop()` of an object, as a part of a stop.
  ///
  /// - Parameter stopping: The stop of a model or a scope; nil if it has not begun.
  package static func runsHere(_ stopping: Borrowed<AnyObject>?) -> Bool {
    guard let stopping else { return false }
    return ofTask.contains { Borrowed($0).address == stopping.address }
  }

  /// Returns whether the calling task runs `stop()` of an object of a model.
  package static func runsHere(in model: Model) -> Bool {
    ofTask.contains { $0.home === model.home }
  }

  /// Returns whether the caller may no longer create a shared object. An object that is needed by
  /// `stop()` of another is still created, and stopped after that object.
  static func refusesCreations(_ stopping: Borrowed<AnyObject>?) -> Bool {
    stopping != nil && !runsHere(stopping)
  }
}

extension Model {
  /// Whether the caller may no longer create a shared object.
  var refusesCreations: Bool { Stopping.refusesCreations(stopping.reference) }
}
