import AlchemicCore
import AlchemicRuntime

/// Reads the factories of a model and resolves their needs, as validation does.
struct GraphReader {
  private let index: FactoryIndex
  private let injector: (any HostInjector)?
  private(set) var edges: [ModelGraph.Edge] = []
  /// The answers to requests without criteria, which often repeat.
  private var ofArguments = [ObjectIdentifier: Answer]()
  private var ofProperties = [ObjectIdentifier: Answer]()
  /// By the type of a request: the nodes whose products have it.
  private var candidates = [ObjectIdentifier: [Int]]()
  /// By class: its properties.
  private var properties = [ObjectIdentifier: [InjectedProperty]]()

  /// The answer to a request, without its purpose.
  private struct Answer {
    let shape: TargetShape
    let isProvider: Bool
    let isOptional: Bool
    let candidates: [Int]
    let fitting: Set<Int>
    let chosen: [Int]
    /// Whether one of the answering factories is transient.
    let isFollowed: Bool
  }

  /// - Complexity: O(*f* + *d*) in the numbers of factories and their needs, and O(*f*) for each
  ///   type.
  init(_ model: Model) {
    index = model.index
    injector = model.injector
    for factory in index.declared { add(needsOf: factory) }
  }

  private mutating func add(needsOf factory: Factory) {
    if let owner = factory.owner { edges.append(edge(from: factory, to: owner)) }
    for argument in factory.arguments {
      guard let request = argument.request else { continue }
      let answer = answer(to: request, isOfProperty: false)
      edges.append(edge(from: factory, .argument(argument.position), request, answer))
    }
    guard factory.hasProperties else { return }
    for property in properties(of: factory.facts.product) {
      let request = SearchRequest(target: property.target, criteria: property.criteria)
      let answer = answer(to: request, isOfProperty: true)
      edges.append(edge(from: factory, .property(property.name), request, answer, of: property))
    }
  }

  private mutating func properties(of type: Any.Type) -> [InjectedProperty] {
    guard let injector else { return [] }
    if let known = properties[ObjectIdentifier(type)] { return known }
    let found = injector.properties(of: type)
    properties[ObjectIdentifier(type)] = found
    return found
  }

  // MARK: Answers

  private mutating func answer(to request: SearchRequest, isOfProperty: Bool) -> Answer {
    guard request.criteria.isEmpty else {
      return newAnswer(to: request, isOfProperty: isOfProperty)
    }
    let key = ObjectIdentifier(request.target)
    if let known = isOfProperty ? ofProperties[key] : ofArguments[key] { return known }
    let answer = newAnswer(to: request, isOfProperty: isOfProperty)
    if isOfProperty { ofProperties[key] = answer } else { ofArguments[key] = answer }
    return answer
  }

  private mutating func newAnswer(to request: SearchRequest, isOfProperty: Bool) -> Answer {
    let outer = TargetShape(request.target)
    let product = index.product(ofProvider: outer.element)
    let shape = product.map { TargetShape($0) } ?? outer
    let chosen: [Factory]
    do throws(AlchemicError) {
      chosen = try index.answer(to: shape, matching: request.criteria).factories
    } catch {
      // The criteria of a property are available only in its wrapper.
      chosen = isOfProperty ? index.fitting(shape, request.criteria).preferred : []
    }
    return Answer(
      shape: shape, isProvider: product != nil, isOptional: outer.isOptional || shape.isOptional,
      candidates: candidates(for: request.target, shape),
      fitting: Set(index.fitting(shape, request.criteria).all.map(\.position)),
      chosen: chosen.map(\.position), isFollowed: chosen.contains(where: \.facts.isTransient))
  }

  private mutating func candidates(for target: Any.Type, _ shape: TargetShape) -> [Int] {
    if let known = candidates[ObjectIdentifier(target)] { return known }
    let whole = shape.array.map { index.factories(producing: $0) } ?? []
    let found = (index.factories(producing: shape.element) + whole).map(\.position)
    candidates[ObjectIdentifier(target)] = found
    return found
  }

  // MARK: Edges

  private func edge(
    from factory: Factory, _ purpose: ModelGraph.Purpose, _ request: SearchRequest,
    _ answer: Answer, of property: InjectedProperty? = nil
  ) -> ModelGraph.Edge {
    // If only one factory fits, the criteria of an object cannot choose another.
    let isOnly =
      answer.candidates.count == 1 && answer.chosen == answer.candidates && !answer.isOptional
      && !answer.shape.isArray
    let mayChoose = property != nil && request.criteria.isEmpty && !isOnly
    return ModelGraph.Edge(
      from: factory.position, purpose: purpose, type: request.target,
      element: answer.shape.element,
      isOptional: answer.isOptional, isArray: answer.shape.isArray,
      isProvider: answer.isProvider,
      follows: property.map { $0.isTransient || answer.isFollowed } ?? false,
      isWeak: property?.isWeak ?? false,
      criteria: request.criteria.isEmpty ? [] : request.criteria.spellings,
      mayHaveCriteria: mayChoose, candidates: answer.candidates,
      fitting: answer.fitting, chosen: answer.chosen)
  }

  /// Returns the edge to the object whose method is called, or to the object that a decorator
  /// wraps.
  private func edge(from factory: Factory, to owner: Factory) -> ModelGraph.Edge {
    ModelGraph.Edge(
      from: factory.position, purpose: factory.isDecorator ? .wrapped : .owner,
      type: owner.facts.product, element: owner.facts.product, isOptional: false, isArray: false,
      isProvider: false, follows: false, isWeak: false, criteria: [], mayHaveCriteria: false,
      candidates: [owner.position], fitting: [owner.position], chosen: [owner.position])
  }
}
