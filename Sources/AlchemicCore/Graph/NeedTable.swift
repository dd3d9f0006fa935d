import AlchemicRuntime

/// The requests of the factories of a revision. They are read once, for the child models of all
/// tests.
///
/// The time to build a child model depends on its own declarations only. So the child does not
/// resolve inherited needs. It looks up in this table which of them its own factories answer.
final class NeedTable: Sendable {
  /// The different requests.
  let requests: [NeedRequest]
  /// By the number of a request.
  private let queries: [TypeQuery]
  /// By position: the numbers of the factory's requests, and the position of its owner.
  private let needs: [(requests: [Int], owner: Int?)]
  let index: FactoryIndex
  /// By the hash of a name: the numbers of the requests for it.
  private let named: [UInt64: [Int]]
  /// By the type of a product: the numbers of the requests whose type it has.
  private let taken = Locked([ObjectIdentifier: [Int]]())

  /// - Complexity: O(*f* + *d*) in the factories and their needs.
  init(of index: FactoryIndex, _ injector: (any HostInspector)?) {
    self.index = index
    let reader = NeedReader(of: index, injector)
    // The copies of a child model have the same needs.
    needs = index.originals.map { factory in
      var found = (requests: [Int](), owner: Int?.none)
      reader.read(factory) { need in
        switch need {
        case .owner(let owner): found.owner = owner.position
        case .argument(_, let request), .property(_, let request, _):
          found.requests.append(request.number)
        }
      }
      return found
    }
    requests = reader.requests
    queries = requests.map { TypeQuery($0.shape.element) }
    var named = [UInt64: [Int]]()
    for request in requests {
      if let name = request.criteria.onlyName {
        named[TypeNameHash.of(name), default: []].append(request.number)
      }
    }
    self.named = named
  }

  /// Returns the numbers of the requests for a type of a factory's products, or for an array that
  /// the factory produces.
  ///
  /// - Complexity: O(1) for a type that was looked up before; otherwise O(*r*) in the number of
  ///   requests.
  func requests(takenBy product: Any.Type) -> [Int] {
    let key = ObjectIdentifier(product)
    if let known = taken.withLock({ $0[key] }) { return known }
    let found = requests.indices.filter {
      accepts(product, $0) || requests[$0].shape.array == product
    }
    taken.withLock { $0[key] = found }
    return found
  }

  /// Returns the first protocol that a request for a type names.
  func requestedProtocol(of product: Any.Type) -> Any.Type? {
    requests(takenBy: product).lazy.map { self.queries[$0] }.first(where: \.isProtocol)?.type
  }

  /// Returns the numbers of the requests that find a factory by a name.
  func requests(answeredBy name: String) -> [Int] {
    guard let numbers = named[TypeNameHash.of(name)], let factory = index.factory(named: name)
    else {
      return []
    }
    return numbers.filter {
      requests[$0].criteria.onlyName == name && accepts(factory.facts.product, $0)
    }
  }

  /// Returns whether there is a request by the name of a factory.
  func isNamed(_ factory: Factory) -> Bool { !requests(named: factory).isEmpty }

  /// Returns the numbers of the requests by the name of a factory.
  private func requests(named factory: Factory) -> [Int] {
    guard !named.isEmpty, let numbers = named[factory.facts.nameHash] else { return [] }
    return numbers.filter { requests[$0].criteria.onlyName == factory.facts.name }
  }

  /// Returns whether a request by the name of a factory is for another type than that of its
  /// products.
  func hasMisfit(named factory: Factory) -> Bool {
    requests(named: factory).contains { !accepts(factory.facts.product, $0) }
  }

  private func accepts(_ product: Any.Type, _ number: Int) -> Bool {
    queries[number].accepts(product)
  }

  /// Returns the numbers of the requests of the factory at a position.
  func requests(of position: Int) -> [Int] { needs[position].requests }

  /// Returns the positions that a factory may need, by its arguments and by all properties of its
  /// products.
  func needed(by position: Int) -> [Int] {
    needs[position].requests.flatMap { requests[$0].positions }
      + (needs[position].owner.map { [$0] } ?? [])
  }

  /// Returns whether an object of a child's factory needs, directly or indirectly, another object
  /// of the same factory.
  ///
  /// - Parameters:
  ///   - starts: The positions of the inherited factories that it may need.
  ///   - goals: The requests that lead back to it.
  /// - Complexity: O(*n*) in its needs.
  func leads(from starts: [Int], to goals: Set<Int>) -> Bool {
    var isSeen = Set(starts)
    var reached = Array(isSeen)
    while let next = reached.popLast() {
      if needs[next].requests.contains(where: goals.contains) { return true }
      for needed in needed(by: next) where isSeen.insert(needed).inserted {
        reached.append(needed)
      }
    }
    return false
  }
}

extension NeedRequest {
  /// Returns whether a factory whose product has the type may answer the request.
  func mayChoose(_ factory: Factory) -> Bool {
    let facts = factory.facts
    if let name = criteria.onlyName { return facts.name == name }
    if criteria.isEmpty { return !facts.isFoundByNameOnly || shape.isArray }
    return criteria.qualifiers.allSatisfy { facts.qualifiers.contains($0) }
  }
}
