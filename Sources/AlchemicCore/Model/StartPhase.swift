/// A part of a start, in the order of time.
@nonexhaustive
public enum StartPhase: Sendable, Hashable, CaseIterable {
  /// The search for types that declare themselves, in all loaded images.
  case discovery
  /// The declarations of classes, configurations, and the closure of the start.
  case declaration
  /// The declarations of aspects, the factories, and the resolution of all their dependencies.
  case building
  /// The checks of the whole model.
  case validation
  /// The model notifies aspects, and stores objects that were set before.
  case preparation
  /// The start creates the singletons.
  case creation
  /// The blocks of `AcWhenReady` run.
  case readiness
}
