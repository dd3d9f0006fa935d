/// The scopes of a model that stay open while no operation runs in them: a part of the library
/// keeps them.
///
/// It has functions instead of a conformance, which every program would link.
package final class KeptScopes: Sendable {
  /// The part's own object, which keeps the scopes.
  package let keeper: any AnyObject & Sendable
  /// Ends those that nothing uses, without a stop: the model has ended.
  let endModel: @Sendable () -> Void
  /// Stops their objects, and ends the scopes, before the model stops its own objects. Returns the
  /// problems of objects that did not stop, and of scopes that did not end in time.
  package let stop: @Sendable (_ deadline: ContinuousClock.Instant) async -> [Problem]
  /// Ends those of some kinds that nothing uses.
  package let endResting:
    @Sendable (_ kinds: [ScopeKind], _ deadline: ContinuousClock.Instant) async -> Void

  package init(
    keptBy keeper: any AnyObject & Sendable, endModel: @escaping @Sendable () -> Void,
    stop: @escaping @Sendable (ContinuousClock.Instant) async -> [Problem],
    endResting: @escaping @Sendable ([ScopeKind], ContinuousClock.Instant) async -> Void
  ) {
    (self.keeper, self.endModel) = (keeper, endModel)
    (self.stop, self.endResting) = (stop, endResting)
  }
}
