/// What an asynchronous function returned, on its way to the thread that injects and stores it.
final class AwaitedProduct: @unchecked Sendable {
  // Proof: constants; no other thread has the product yet. Whether an object may be used by the
  // thread that requests it is the contract of what is injected.

  /// The reference that keeps the product; nil if the function returned nil.
  let reference: AnyObject?
  /// The task's creation.
  let creation: ThreadID
  /// When the function was called.
  let begin: ContinuousClock.Instant

  init(reference: AnyObject?, creation: ThreadID, begin: ContinuousClock.Instant) {
    self.reference = reference
    self.creation = creation
    self.begin = begin
  }
}
