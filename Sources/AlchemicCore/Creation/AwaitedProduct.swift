import AlchemicRuntime

/// The result of an asynchronous function, for the thread that injects and stores it.
final class AwaitedProduct: Sendable {
  /// The reference that retains the product; nil if the function returned nil.
  let reference: UnsafeTransfer<AnyObject?>
  /// The creation of the task.
  let creation: ThreadID
  /// The time at which the function was called.
  let begin: ContinuousClock.Instant

  init(reference: AnyObject?, creation: ThreadID, begin: ContinuousClock.Instant) {
    self.reference = UnsafeTransfer(reference)
    self.creation = creation
    self.begin = begin
  }
}
