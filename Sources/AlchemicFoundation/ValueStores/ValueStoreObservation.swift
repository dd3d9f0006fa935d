import AlchemicCore

/// An observation, which lasts until this object is cancelled or released.
///
/// A call that another thread has begun before the end still runs to completion.
public final class ValueStoreObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  /// - Parameter end: Ends the observation. Called once.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  deinit { cancel() }

  /// Ends the observation. Further calls have no effect.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
