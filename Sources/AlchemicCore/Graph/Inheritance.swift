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
  /// The needs of the inherited factories.
  private let needs = LazyReference()
  /// By the type of a product: the inherited requests for it.
  private let taken = PointerTable<TakenRequests>()

  init(from parent: Model, _ revision: ModelRevision) {
    (self.parent, self.revision, root) = (parent, revision, parent.root)
    traits = revision.traits.copied
    (count, hasLayers) = (revision.index.count, revision.hasLayers)
    decorators = revision.decorators.map { $0 }
    fillers = revision.fillers.map { $0 }
    profiles = revision.profiles.map { $0 }
  }

  /// Calls `body` with the needs of the inherited factories.
  func withNeeds<Result>(_ body: (NeedTable) -> Result) -> Result {
    let known: Borrowed<NeedTable>? = needs.reference?.assumed()
    return known?.with(body) ?? body(needs.object { revision.needTable })
  }

  /// The inherited requests for the products of a child's factory.
  func requests(takenBy product: Any.Type) -> Borrowed<TakenRequests> {
    let key = ObjectIdentifier(product)
    if let known = taken[key] { return known }
    let found = withNeeds { table in
      TakenRequests(table.requests(takenBy: product).map { table.requests[$0] })
    }
    return Borrowed(taken.insert(found, for: key))
  }
}

/// Requests of inherited factories for one type, as the children of some of the threads read them.
final class TakenRequests: Sendable {
  let all: [NeedRequest]

  init(_ requests: [NeedRequest]) { all = requests.map { NeedRequest(copying: $0) } }
}
