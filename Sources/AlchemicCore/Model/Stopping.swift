package import AlchemicRuntime
package import Synchronization

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

  /// The number of calls that run code as a part of the stop. A task that such code has begun may
  /// run longer.
  package let runs = Atomic<Int>(0)

  /// The stops within which the calling task was begun, from the outermost. A stop calls `stop()`
  /// of an object, and that may open a scope, whose end is another stop.
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
  private var isRunning: Bool { runs.load(ordering: .relaxed) > 0 }

  /// Returns whether `stop()` of an object, as a part of a stop that is running, has called this or
  /// has begun the calling task.
  ///
  /// - Parameter stopping: The stop of a model or a scope; nil if it has not begun.
  package static func runsHere(_ stopping: Borrowed<AnyObject>?) -> Bool {
    guard let stopping else { return false }
    return ofTask.contains { Borrowed($0).address == stopping.address && $0.isRunning }
  }

  /// The same for every stop in a model.
  package static func runsHere(in model: Model) -> Bool {
    ofTask.contains { $0.home === model.home && $0.isRunning }
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
