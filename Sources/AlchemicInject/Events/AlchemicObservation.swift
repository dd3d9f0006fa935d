/// An observer that can be taken away.
public struct AlchemicObservation: Sendable {
  let number: Int

  /// Ends it: the observer is not called any more, and let go.
  ///
  /// A call that another thread has begun is not waited for.
  public func cancel() { EventHub.main.remove(number) }
}
