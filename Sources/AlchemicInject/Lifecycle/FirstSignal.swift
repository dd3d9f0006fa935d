import AlchemicCore

/// The first signal that a program gets.
final class FirstSignal: Sendable {
  struct State {
    var number: Int32?
    var isEnded = false
    var waiters = TaskWaiters()
    var handler: (@Sendable () -> Void)?
  }

  let state = Locked(State())

  /// The number of the signal; nil if none has come.
  var number: Int32? { state.withLock { $0.number } }
}
