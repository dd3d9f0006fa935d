import AlchemicRuntime

/// What the children of a model inherit that some of the threads make: the model and its current
/// revision.
///
/// If each child retained its parent, all threads that make children would write the count of the
/// parent, and that of its revision. So children retain this object, which few threads use. For the
/// same reason it has arrays of its own.
package final class Inheritance: Sendable {
  let parent: Model
  /// The parent's revision when the child is made. Later ones do not affect the child.
  let revision: ModelRevision
  /// The first of the models from which the child inherits.
  package let root: Model
  let traits: RevisionTraits
  /// The number of inherited factories. Their positions precede those of the child's own.
  let count: Int
  /// Whether layers of decorators are among them.
  let hasLayers: Bool
  let decorators: [Factory]
  let fillers: [Factory]
  let profiles: [AlchemicProfile]
  /// Storage for the ``InheritedNeeds``.
  private let needsReference = LazyReference()

  init(from parent: Model, _ revision: ModelRevision) {
    (self.parent, self.revision, root) = (parent, revision, parent.root)
    traits = revision.traits.copied
    (count, hasLayers) = (revision.index.count, revision.hasLayers)
    decorators = revision.decorators.map { $0 }
    fillers = revision.fillers.map { $0 }
    profiles = revision.profiles.map { $0 }
  }

  /// The needs of the inherited factories.
  var needs: Borrowed<InheritedNeeds> {
    needsReference.reference?.assumed()
      ?? Borrowed(needsReference.object { InheritedNeeds(of: revision.needTable) })
  }
}
