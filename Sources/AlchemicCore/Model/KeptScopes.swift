/// The scopes of a model that stay open while no operation runs in them.
package protocol KeptScopes: AnyObject, Sendable {
  /// Ends those that nothing uses, without a stop: the model has ended.
  func endModel()

  /// Stops their objects, and ends the scopes, before the model stops its own objects.
  ///
  /// - Returns: The problems of objects that did not stop, and of scopes that did not end in time.
  func stop(until deadline: ContinuousClock.Instant) async -> [Problem]
}
