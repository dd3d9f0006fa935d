import AlchemicCore

/// The callers that wait for operations, each until a time of its own.
///
/// One task sleeps until the first of these times. So an operation that ends before, as nearly all
/// do, sets no timer.
package final class TimeLimits: Sendable {
  /// How an operation ended for its caller.
  package enum Ending: Sendable {
    case done
    case failed(any Error)
    /// It is still running, and was cancelled.
    case late
  }

  /// A caller. Any thread may have it: only the holder of the lock uses its index, and the rest
  /// never changes.
  final class Caller {
    let latest: ContinuousClock.Instant
    fileprivate let continuation: CheckedContinuation<Ending, Never>
    /// Its place among the callers; negative after it was taken from them.
    fileprivate var index = -1

    init(_ continuation: CheckedContinuation<Ending, Never>, until latest: ContinuousClock.Instant)
    {
      (self.continuation, self.latest) = (continuation, latest)
    }
  }

  /// A tuple, because every program would link the description of a structure. The callers are in
  /// no order. The sleeping task wakes up at `wake`; none sleeps if it is nil.
  private typealias State = (callers: [Caller], wake: ContinuousClock.Instant?)

  private let state = Locked<State>(([], nil))

  /// Adds a caller.
  ///
  /// - Returns: Whether a task must begin to sleep until its time.
  func add(_ caller: Caller) -> Bool {
    state.withLock { state in
      caller.index = state.callers.count
      state.callers.append(caller)
      if let wake = state.wake, wake <= caller.latest { return false }
      state.wake = caller.latest
      return true
    }
  }

  private static func take(_ caller: Caller, from state: inout State) {
    guard let last = state.callers.popLast() else { return }
    if last !== caller {
      state.callers[caller.index] = last
      last.index = caller.index
    }
    caller.index = -1
  }

  /// Resumes a caller, unless its time is over.
  func end(_ caller: Caller, with ending: Ending) {
    let isFirst = state.withLock { state in
      if caller.index < 0 { return false }
      Self.take(caller, from: &state)
      return true
    }
    if isFirst { caller.continuation.resume(returning: ending) }
  }

  /// Resumes the callers whose time is over.
  ///
  /// - Parameter wake: Until when the calling task has slept.
  /// - Returns: Until when it must sleep again; nil if it need not.
  func wakeUp(at wake: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let now = max(wake, .now)
    var late: [Caller] = []
    let next = state.withLock { state -> ContinuousClock.Instant? in
      var next: ContinuousClock.Instant?
      for caller in state.callers {
        if caller.latest <= now {
          late.append(caller)
        } else {
          next = min(caller.latest, next ?? caller.latest)
        }
      }
      for caller in late { Self.take(caller, from: &state) }
      // Otherwise another task sleeps until an earlier time, and goes on after it.
      if state.wake != wake { return nil }
      state.wake = next
      return next
    }
    for caller in late { caller.continuation.resume(returning: .late) }
    return next
  }
}
