import AlchemicRuntime

/// What children inherit from a model: the model and its current revision. The children of few
/// threads share it: see ``Inheritances``.
///
/// If each child retained its parent, all threads that make children would write the count of the
/// parent, and that of its revision. So children retain this object. For the same reason it has
/// arrays of its own.
package final class Inheritance: Sendable {
  /// Retains the parent.
  let keeper: any AnyObject & Sendable
  /// The parent's revision when the child is made. Later ones do not affect the child.
  package let revision: ModelRevision
  /// What the parent inherits; nil if it inherits from no model.
  let ofParent: Inheritance?
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

  init(
    from revision: ModelRevision, of parent: any AnyObject & Sendable, inheriting: Inheritance?
  ) {
    (self.revision, keeper, ofParent) = (revision, parent, inheriting)
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
