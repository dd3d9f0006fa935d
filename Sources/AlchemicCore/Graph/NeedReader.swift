package import AlchemicRuntime

/// What a factory needs for its products.
package enum Need {
  /// The object whose method creates the product, or the object that a decorator wraps.
  case owner(Factory)
  /// An argument that the model supplies.
  case argument(Argument, NeedRequest)
  /// An injected property of the product. `isAtOnce` is true if it is injected together with its
  /// host.
  case property(InjectedProperty, NeedRequest, isAtOnce: Bool)

  /// The requested type; nil for an owner.
  var target: Any.Type? {
    switch self {
    case .owner: nil
    case .argument(_, let request), .property(_, let request, _): request.target
    }
  }

  var isProperty: Bool { if case .property = self { true } else { false } }

  /// The factories that may answer.
  var candidates: [Factory] {
    switch self {
    case .owner(let owner): [owner]
    case .argument(_, let request), .property(_, let request, _): request.candidates
    }
  }

  /// Returns the origin of the need, for a message.
  ///
  /// - Parameter factory: The factory that has the need.
  @inline(never)
  func steps(from factory: Factory) -> [Problem.Step] {
    switch self {
    case .owner: return [factory.facts.step]
    case .argument(let argument, _):
      let spelling = factory.spelling(ofArgument: argument.position)
      let name = "\(factory.facts.name) (\(spelling))"
      return [Problem.Step(name, factory.facts.location, form: .argument)]
    case .property(let property, _, _): return factory.facts.path(to: property)
    }
  }
}

/// Reads the needs of factories, from their arguments and from the types of their products'
/// properties. No other code reads these.
///
/// Equal requests without criteria, which often repeat, are one ``NeedRequest``.
package final class NeedReader {
  private typealias PropertyNeed = (property: InjectedProperty, NeedRequest, isAtOnce: Bool)

  let index: FactoryIndex
  private let injector: (any HostInspector)?
  /// The different requests, by number.
  private(set) var requests: [NeedRequest] = []
  /// By type and kind of need: the requests without criteria.
  private var common = [UInt: NeedRequest]()
  /// By class.
  private var properties = [ObjectIdentifier: [PropertyNeed]]()

  package init(of index: FactoryIndex, _ injector: (any HostInspector)?) {
    (self.index, self.injector) = (index, injector)
  }

  /// Calls `body` with each need of a factory: the owner, the arguments, and the properties of its
  /// products.
  @inline(__always)
  package func read(_ factory: Factory, _ body: (Need) -> Void) {
    if let owner = factory.owner { body(.owner(owner)) }
    if !factory.arguments.isEmpty {
      for argument in factory.arguments {
        guard let request = argument.request else { continue }
        body(.argument(argument, self.request(request.target, request.criteria)))
      }
    }
    if factory.hasProperties {
      for need in properties(of: factory) { body(.property(need.0, need.1, isAtOnce: need.2)) }
    }
  }

  /// Returns the factories that may answer any need of a factory.
  package func candidates(for factory: Factory) -> [Factory] {
    var candidates: [Factory] = []
    read(factory) { candidates += $0.candidates }
    return candidates
  }

  private func properties(of factory: Factory) -> [PropertyNeed] {
    let product = factory.facts.product
    guard let injector else { return [] }
    if let known = properties[ObjectIdentifier(product)] { return known }
    // The properties of a host that no factory creates are injected at its first read.
    let isAtOnce =
      factory.product.form == .object && (factory.isShared || factory.hasFunction)
      && injector.injectsAtOnce(product)
    let found = injector.properties(of: product).map { property in
      (
        property, request(property.target, property.criteria, of: property),
        isAtOnce: isAtOnce && !property.isInStructure
      )
    }
    properties[ObjectIdentifier(product)] = found
    return found
  }

  @inline(never)
  private func request(
    _ target: Any.Type, _ criteria: SearchCriteria, of property: InjectedProperty? = nil
  ) -> NeedRequest {
    // Metadata is aligned to eight bytes.
    let kind: UInt = property.map { $0.needsShared ? 2 : 1 } ?? 0
    let key = criteria.isEmpty ? UInt(bitPattern: ObjectIdentifier(target)) | kind : nil
    if let key, let known = common[key] { return known }
    let request = NeedRequest(target, criteria, of: property, number: requests.count, in: index)
    if let key { common[key] = request }
    requests.append(request)
    return request
  }
}

/// The request of an argument or of an injected property, and its answers.
package final class NeedRequest: Sendable {
  /// The number among the requests of one reader.
  package let number: Int
  package let target: Any.Type
  /// The shape of that type; for a provider, the shape of the product.
  package let shape: TargetShape
  /// The known criteria. Other criteria of a property are in its wrapper.
  package let criteria: SearchCriteria
  /// The provider that makes the request, each time that it is called; nil for any other request.
  let provider: (any ProviderType.Type)?
  /// Whether the request accepts nil.
  package let isOptional: Bool
  let isOfProperty: Bool
  /// Whether every object in the answer must be shared.
  let needsShared: Bool
  private let index: FactoryIndex
  private let known = LazyReference()

  fileprivate init(
    _ target: Any.Type, _ criteria: SearchCriteria, of property: InjectedProperty?, number: Int,
    in index: FactoryIndex
  ) {
    self.target = target
    self.criteria = criteria
    self.number = number
    self.index = index
    let outer = TargetShape(target)
    let provider = index.provider(outer.element)
    // A factory of the whole array goes first.
    let whole = provider == nil ? nil : outer.array.map { index.factories(producing: $0) }
    self.provider = whole?.isEmpty == false ? nil : provider
    shape = self.provider.map { TargetShape($0.product) } ?? outer
    isOptional = outer.isOptional || shape.isOptional
    isOfProperty = property != nil
    needsShared = property?.needsShared ?? false
  }

  /// Creates an equal request, of which other threads do not change the count.
  init(copying other: NeedRequest) {
    (number, target, shape) = (other.number, other.target, other.shape)
    (criteria, provider, isOptional) = (other.criteria, other.provider, other.isOptional)
    (isOfProperty, needsShared, index) = (other.isOfProperty, other.needsShared, other.index)
  }

  /// Whether a provider makes the request.
  package var isLater: Bool { provider != nil }

  /// Whether the wrapper of a property may have criteria that its type does not show. They may
  /// choose any factory, also one that is replaced.
  package var mayHaveCriteria: Bool { isOfProperty && criteria.isEmpty }

  private final class Answers: Sendable {
    let fitting: (all: [Factory], preferred: [Factory])
    let producing: [Factory]
    let whole: [Factory]
    let candidates: [Factory]
    let positions: [Int]
    let isFollowed: Bool

    init(to request: NeedRequest, in index: FactoryIndex) {
      fitting = index.fitting(request.shape, request.criteria)
      producing = request.isOfProperty ? index.factories(producing: request.shape.element) : []
      whole = request.shape.array.map { index.factories(producing: $0) } ?? []
      candidates = (request.mayHaveCriteria ? producing : fitting.preferred) + whole
      positions = candidates.map(\.position)
      isFollowed = producing.contains(where: \.facts.isTransient)
    }
  }

  private var answers: Answers { known.object { Answers(to: self, in: index) } }

  /// The factories that fit, and of these the primaries, or all if there are no primaries.
  package var fitting: (all: [Factory], preferred: [Factory]) { answers.fitting }

  /// The factories of the type, whatever the criteria; none for an argument.
  var producing: [Factory] { answers.producing }

  /// The factories that create a whole array.
  package var whole: [Factory] { answers.whole }

  /// Whether any factory of the type is transient.
  var isFollowed: Bool { answers.isFollowed }

  /// The factories that may answer. All of the type may if unknown criteria choose.
  var candidates: [Factory] { answers.candidates }

  /// The positions of the same factories.
  var positions: [Int] { answers.positions }
}
