import Synchronization

/// One direction of a socket: it opens when the socket may be ready, and closes behind the one who
/// passes. It may open for nothing, so whoever passes tries again.
package final class Gate: Sendable {
  private enum State {
    case closed
    case open
    case awaited(@Sendable () -> Void)
  }

  private let state = Mutex(State.closed)
  private let socket: Int32
  private let event: EventLoop.Event

  init(_ event: EventLoop.Event, of socket: Int32) {
    (self.event, self.socket) = (event, socket)
  }

  /// Calls a function once, now or later. Later, it runs on the thread of the event loop, in no
  /// task: there it has no task-local values, and must not block.
  ///
  /// Only one call may be pending.
  package func whenOpen(_ call: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if case .open = state {
        state = .closed
        return true
      }
      state = .awaited(call)
      return false
    }
    if isOpen { call() } else { EventLoop.shared.open(self, at: event, of: socket) }
  }

  /// Suspends the task. It resumes as itself, with all of its task-local values.
  func pass() async {
    await withCheckedContinuation { task in
      whenOpen { task.resume() }
    }
  }

  package func open() {
    let call: (@Sendable () -> Void)? = state.withLock { state in
      if case .awaited(let call) = state {
        state = .closed
        return call
      }
      state = .open
      return nil
    }
    call?()
  }
}
