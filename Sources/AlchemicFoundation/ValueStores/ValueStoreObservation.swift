import AlchemicCore

/// An observation that lasts until this is cancelled or released.
///
/// A call that another thread has begun by then still runs to its end.
public final class ValueStoreObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  /// - Parameter end: What ends the observation; called once.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  deinit { cancel() }

  /// Ends the observation; has no effect after the first time.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
