/// The time in which objects have to stop.
struct StopTime: Sendable {
  private let deadline: ContinuousClock.Instant
  /// The share that each object has at least, also if all threads were busy with other work.
  private let least: Duration

  /// - Parameter height: The number of objects on the longest way of needs.
  init(until deadline: ContinuousClock.Instant, height: Int) {
    self.deadline = deadline
    least = max((deadline - .now) / height, .zero)
  }

  /// Returns the share of an object.
  ///
  /// - Parameter height: The number of objects on the longest way of needs from it.
  func share(height: Int) -> Duration { max((deadline - .now) / height, least) }
}
