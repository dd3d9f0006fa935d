/// A part of a start, in the order of time.
@nonexhaustive
public enum StartPhase: Sendable, Hashable, CaseIterable {
  /// The search for types that declare themselves, in all loaded images.
  case discovery
  /// The declarations of classes and configurations, and those of the closure of the start.
  case declaration
  /// The declarations of aspects, the factories, and the answers to all that they need.
  case building
  /// The checks of the whole model.
  case validation
  /// Aspects are notified of the model, and objects that were set before are stored.
  case preparation
  /// The singletons are created.
  case creation
  /// The blocks of `AcWhenReady` run.
  case readiness
}
