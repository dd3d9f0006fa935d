import AlchemicRuntime

/// The requests of the factories of a revision. They are found once, for the child models of all
/// tests.
///
/// The time to build a child model depends on its own declarations only. So the child does not
/// resolve inherited needs. It looks up in this table which of them its own factories answer.
final class NeedTable: Sendable {
  /// A request that an argument or an injected property makes.
  final class Request: Sendable {
    let target: Any.Type
    /// The shape of that type; for a provider, the shape of the product.
    let shape: TargetShape
    let query: TypeQuery
    /// The known criteria. Other criteria of a property are in its wrapper.
    let criteria: SearchCriteria
    let isOfProperty: Bool
    /// Whether every object in the answer must be shared.
    let needsShared: Bool
    /// Whether a provider makes the request, each time that it is called.
    let isLater: Bool
    /// Whether a provider with arguments makes the request.
    let passesArguments: Bool

    convenience init(of request: SearchRequest) {
      self.init(of: request.target, request.criteria, isOfProperty: false, needsShared: false)
    }

    convenience init(of property: InjectedProperty) {
      self.init(
        of: property.target, property.criteria, isOfProperty: true,
        needsShared: property.isTransient || property.isWeak)
    }

    @inline(never)
    private init(
      of target: Any.Type, _ criteria: SearchCriteria, isOfProperty: Bool, needsShared: Bool
    ) {
      self.target = target
      let outer = TargetShape(target)
      let provider = providerType(outer.element)
      shape = provider.map { TargetShape($0.product) } ?? outer
      query = TypeQuery(shape.element)
      self.criteria = criteria
      self.isOfProperty = isOfProperty
      self.needsShared = needsShared
      isLater = provider != nil
      passesArguments = provider.map { !$0.arguments.isEmpty } ?? false
    }
  }

  /// The different requests.
  let requests: [Request]
  /// By position: the numbers of the factory's requests, and the position of its owner.
  private let needs: [(requests: [Int], owner: Int?)]
  let index: FactoryIndex
  /// By name: the numbers of the requests for it.
  private let named: [String: [Int]]
  private let known = Locked(Known())

  private final class Known {
    /// By the type of a product: the numbers of the requests whose type it has.
    var taken = [ObjectIdentifier: [Int]]()
    /// By the number of a request: the positions of the factories that may answer it.
    var answers: [[Int]?] = []
  }

  /// - Complexity: O(*f* + *d*) in the factories and their needs.
  init(of index: FactoryIndex, _ injector: (any HostInspector)?) {
    self.index = index
    var requests: [Request] = []
    // By type: the requests without criteria, which often repeat.
    var (ofArguments, ofProperties) = ([ObjectIdentifier: Int](), [ObjectIdentifier: Int]())
    var ofFollowers = [ObjectIdentifier: Int]()
    func number(_ request: Request, in common: inout [ObjectIdentifier: Int]) -> Int {
      let key = request.criteria.isEmpty ? ObjectIdentifier(request.target) : nil
      if let number = key.flatMap({ common[$0] }) { return number }
      if let key { common[key] = requests.count }
      requests.append(request)
      return requests.count - 1
    }
    func number(_ property: InjectedProperty) -> Int {
      let request = Request(of: property)
      return request.needsShared
        ? number(request, in: &ofFollowers) : number(request, in: &ofProperties)
    }
    var properties: [ObjectIdentifier: [Int]] = [:]
    // The copies of a child model have the same needs.
    needs = index.originals.map { factory in
      var found = factory.arguments.compactMap { argument in
        argument.request.map { number(Request(of: $0), in: &ofArguments) }
      }
      if let injector, factory.hasProperties {
        let key = ObjectIdentifier(factory.facts.product)
        let ofClass =
          properties[key]
          ?? injector.properties(of: factory.facts.product).map { number($0) }
        properties[key] = ofClass
        found += ofClass
      }
      return (found, factory.owner?.position)
    }
    self.requests = requests
    var named = [String: [Int]]()
    for (number, request) in requests.enumerated() {
      if let name = request.criteria.onlyName { named[name, default: []].append(number) }
    }
    self.named = named
    known.withLock { $0.answers = [[Int]?](repeating: nil, count: requests.count) }
  }

  /// Returns the numbers of the requests for a type of a factory's products, or for an array that
  /// the factory produces.
  ///
  /// - Complexity: O(1) for a type that was looked up before; otherwise O(*r*) in the number of
  ///   requests.
  func requests(takenBy product: Any.Type) -> [Int] {
    let key = ObjectIdentifier(product)
    if let taken = known.withLock({ $0.taken[key] }) { return taken }
    let taken = requests.indices.filter {
      requests[$0].query.accepts(product) || requests[$0].shape.array == product
    }
    known.withLock { $0.taken[key] = taken }
    return taken
  }

  /// Returns the numbers of the requests that find a factory by a name.
  func requests(answeredBy name: String) -> [Int] {
    guard let numbers = named[name], let factory = index.factory(named: name) else { return [] }
    return numbers.filter { requests[$0].query.accepts(factory.facts.product) }
  }

  /// Returns whether a request by the name of a factory is for another type than that of its
  /// products.
  func hasMisfit(named factory: Factory) -> Bool {
    guard !named.isEmpty, let numbers = named[factory.facts.name] else { return false }
    return numbers.contains { !requests[$0].query.accepts(factory.facts.product) }
  }

  /// Returns the numbers of the requests of the factory at a position.
  func requests(of position: Int) -> [Int] { needs[position].requests }

  /// Returns the positions that a factory may need, by its arguments and by all properties of its
  /// products.
  func needed(by position: Int) -> [Int] {
    needs[position].requests.flatMap(answers) + (needs[position].owner.map { [$0] } ?? [])
  }

  /// Returns the positions of the factories that may answer a request.
  func answers(to number: Int) -> [Int] {
    if let answers = known.withLock({ $0.answers[number] }) { return answers }
    let request = requests[number]
    let factories =
      request.mayHaveCriteria
      ? index.factories(producing: request.query.type)
      : index.fitting(request.shape, request.criteria).preferred
    var answers = factories.map(\.position)
    if let array = request.shape.array {
      answers += index.factories(producing: array).map(\.position)
    }
    known.withLock { $0.answers[number] = answers }
    return answers
  }
}

// MARK: Questions of child models

extension NeedTable {
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

extension NeedTable.Request {
  /// Whether the wrapper of a property may have criteria that its type does not show. They may
  /// choose any factory, also one that is replaced.
  var mayHaveCriteria: Bool { isOfProperty && criteria.isEmpty }

  /// Returns whether a factory whose product has the type may answer the request.
  func mayChoose(_ factory: Factory) -> Bool {
    let facts = factory.facts
    if let name = criteria.onlyName { return facts.name == name }
    if criteria.isEmpty { return !facts.isFoundByNameOnly || shape.isArray }
    return criteria.qualifiers.allSatisfy { facts.qualifiers.contains($0) }
  }
}
