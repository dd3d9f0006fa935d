import AlchemicRuntime

/// The needs of inherited factories, for the children that some of the threads make.
final class InheritedNeeds: Sendable {
  let table: NeedTable
  /// By the type of a product.
  private let taken = PointerTable<TakenRequests>()

  /// Requests for one type.
  private final class TakenRequests: Sendable {
    let all: [NeedRequest]

    init(_ all: [NeedRequest]) { self.all = all }
  }

  init(of table: NeedTable) { self.table = table }

  /// Calls `body` with the inherited requests for the products of a child's factory, or for an
  /// array that it produces. They are copies, of which other threads do not change the counts.
  func withRequests<Result>(
    takenBy product: Any.Type, _ body: ([NeedRequest]) -> Result
  ) -> Result {
    let key = ObjectIdentifier(product)
    if let known = taken[key] { return known.with { body($0.all) } }
    let requests = table.requests(takenBy: product).map {
      NeedRequest(copying: table.requests[$0])
    }
    return body(taken.insert(TakenRequests(requests), for: key).all)
  }
}

extension Inheritance {
  /// The needs of the inherited factories.
  var needs: Borrowed<InheritedNeeds> {
    needsReference.reference?.assumed()
      ?? Borrowed(needsReference.object { InheritedNeeds(of: revision.needTable) })
  }
}
