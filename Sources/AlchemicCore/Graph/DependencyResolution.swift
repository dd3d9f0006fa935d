import AlchemicRuntime

/// Finds the factories for each argument and injected property, and reports needs without a
/// factory.
struct DependencyResolution {
  /// By factory: the products that its arguments need.
  private(set) var needs: [[EagerNeed]] = []
  /// By factory: for each property that is injected with its object, the number of its choice.
  private(set) var injections: [[Int]] = []
  /// The factories that fit the types of such properties; none for a value type.
  private(set) var choices: [[Factory]] = []
  /// By factory: for each property of its class, also without hooks, the number of its candidates.
  private(set) var mayRead: [[Int]] = []
  /// The factories that fit the types of properties.
  private(set) var candidates: [[Factory]] = []
  /// The factories that lose to primaries in every need that they fit. A start does not create
  /// their singletons.
  private(set) var overridden: Set<Int> = []
  private(set) var problems: [Problem] = []
  /// Needs whose answer is nil or empty because no factory has their name or their qualifier.
  private(set) var warnings: [Problem] = []
  /// By a property's type: the number of its candidates.
  private var candidateNumbers: [ObjectIdentifier: Int] = [:]
  /// The results for requests without criteria, which often repeat.
  private var found: [ObjectIdentifier: Result<[Factory], AlchemicError>] = [:]
  /// By the element of a property's type: the number of its choice.
  private var choiceNumbers: [ObjectIdentifier: Int] = [:]
  /// By the same: whether any factory that fits is transient.
  private var isFollowed: [ObjectIdentifier: Bool] = [:]

  init(_ factories: [Factory], in index: FactoryIndex, injector: (any HostInspector)?) {
    needs.reserveCapacity(factories.count)
    injections = [[Int]](repeating: [], count: factories.count)
    mayRead = injections
    for (position, factory) in factories.enumerated() {
      needs.append(eagerNeeds(of: factory, in: index))
      guard let injector, factory.hasProperties else { continue }
      let product = factory.facts.product
      let injectsAtOnce = factory.product.form == .object && injector.injectsAtOnce(product)
      for property in injector.properties(of: product) {
        let isInjectedAtOnce = injectsAtOnce && !property.isInStructure
        check(property, of: factory, atOnce: isInjectedAtOnce, in: index)
        if isInjectedAtOnce { injections[position].append(choice(for: property, in: index)) }
        mayRead[position].append(candidateNumber(of: property.target, in: index))
      }
    }
    if index.hasPrimaries {
      overridden = OverriddenFactories(among: factories, in: index, injector).positions
    }
  }

  /// Returns the products that have to exist before a factory can create its own.
  private mutating func eagerNeeds(
    of factory: Factory, in index: FactoryIndex
  ) -> [EagerNeed] {
    if factory.owner == nil, factory.arguments.isEmpty { return [] }
    var needs = factory.owner.map { [($0, nil)] as [EagerNeed] } ?? []
    if let owner = factory.owner {
      if owner.takesArguments, factory.isDecorator {
        problems.append(factory.wrappingNeedsArguments(owner))
      } else if owner.takesArguments {
        problems.append(owner.facts.problem(owner.ownerNeedsArguments, path: [factory.facts.step]))
      } else if owner.isAwaitedEachTime, factory.facts.making != .awaited {
        problems.append(owner.facts.problem(.cannotWait, path: [factory.facts.step]))
      }
    }
    for (position, argument) in factory.arguments.enumerated() {
      guard let request = argument.request else { continue }
      let need = Need.argument(position, of: factory)
      let found = find(request, in: index, for: need)
      if factory.facts.making != .awaited {
        for found in found where found.isAwaitedEachTime && !found.takesArguments {
          problems.append(found.facts.problem(.cannotWait, path: need.steps))
        }
      }
      for found in found where found.takesArguments {
        problems.append(found.facts.problem(found.needsArguments, path: need.steps))
      }
      if let nillable = found.nillable(for: argument.type) {
        warnings.append(nillable.facts.problem(.mayBeNil, path: need.steps))
      }
      needs += found.map { (factory: $0, argument: position) }
    }
    return needs
  }

  /// The origin of a need, converted to text only for a message.
  enum Need {
    case argument(Int, of: Factory)
    case property(InjectedProperty, of: Factory)

    var steps: [Problem.Step] {
      @inline(never) get {
        switch self {
        case .argument(let position, let factory):
          [
            Problem.Step(
              "\(factory.facts.name) (\(factory.spelling(ofArgument: position)))",
              factory.facts.location, form: .argument)
          ]
        case .property(let property, let factory): factory.facts.path(to: property)
        }
      }
    }
  }

  @inline(never)
  private mutating func find(
    _ request: SearchRequest, in index: FactoryIndex, for need: Need
  ) -> [Factory] {
    let key = request.criteria.isEmpty ? ObjectIdentifier(request.target) : nil
    let result =
      key.flatMap { found[$0] }
      ?? Result { () throws(AlchemicError) in
        try index.answer(to: TargetShape(request.target), matching: request.criteria).factories
      }
    if let key { found[key] = result }
    switch result {
    case .success(let factories):
      if factories.isEmpty, let warning = index.warning(of: request) {
        warnings += need.steps.reduce(AlchemicError(warning)) { $0.requested(by: $1) }.problems
      }
      return factories
    case .failure(let error):
      problems += need.steps.reduce(error) { $0.requested(by: $1) }.problems
      return []
    }
  }

  /// Checks that a property has a candidate, unless it may have a constant. ``PropertyReview``
  /// warns of such properties.
  ///
  /// Only the target is part of a property's type. The criteria are arguments of the wrapper,
  /// available only with an object, so the full check follows when the first object is injected.
  private mutating func check(
    _ property: InjectedProperty, of factory: Factory, atOnce isInjectedAtOnce: Bool,
    in index: FactoryIndex
  ) {
    let need = Need.property(property, of: factory)
    let shape = TargetShape(property.target)
    if let provider = index.provider(shape.element) {
      return check(provider, of: property, for: need, in: index)
    }
    let query = TypeQuery(shape.element)
    let isExact = property.qualifier != nil
    // All fitting factories count, since a name may choose a factory that a primary would hide.
    let fitting =
      isExact
      ? find(
        SearchRequest(target: property.target, criteria: property.criteria), in: index, for: need)
      : index.factories(producing: shape.element)
    if fitting.isEmpty, !isExact, !property.mayHaveConstant(query) {
      let request = SearchRequest(target: property.target, criteria: SearchCriteria())
      _ = find(request, in: index, for: need)
    }
    if property.isWeak, query.isValueType || shape.isArray {
      let type = typeName(shape.array ?? query.type)
      problems.append(Problem(.noWeakObject, type, path: need.steps))
      return
    }
    let follows = property.isTransient || isFollowed(query.type, by: fitting)
    func misfit(_ factory: Factory) -> Problem? {
      index.partialDecoration(of: factory, as: shape.element)
        ?? factory.misfit(for: property, atOnce: isInjectedAtOnce, follows: follows)
    }
    // Criteria may choose any of several factories, regardless of primaries, unless no choice is
    // right.
    let isWrong =
      isExact
      ? fitting.contains { misfit($0) != nil }
      : !fitting.isEmpty && fitting.allSatisfy { misfit($0) != nil }
    guard isWrong else { return }
    problems += AlchemicError(fitting.compactMap(misfit)).requested(by: need.steps).problems
  }

  /// Returns whether properties of a type follow their factories, since one of the factories is
  /// transient.
  private mutating func isFollowed(_ type: Any.Type, by fitting: [Factory]) -> Bool {
    let key = ObjectIdentifier(type)
    let isFollowed = isFollowed[key] ?? fitting.contains(where: \.facts.isTransient)
    self.isFollowed[key] = isFollowed
    return isFollowed
  }

  /// Checks a property with a provider. It needs no object, and a constant is no provider.
  private mutating func check(
    _ provider: any ProviderType.Type, of property: InjectedProperty, for need: Need,
    in index: FactoryIndex
  ) {
    if property.isWeak {
      let type = typeName(TargetShape(property.target).element)
      problems.append(Problem(.noWeakObject, type, path: need.steps))
    }
    let product = TargetShape(provider.product)
    // All fitting factories count, as for an object. If there is only one, criteria cannot choose
    // another.
    let fitting = index.factories(producing: product.element)
    let isExact = property.qualifier != nil
    if fitting.isEmpty || isExact || TargetShape(property.target).isArray {
      let request = SearchRequest(target: property.target, criteria: property.criteria)
      _ = find(request, in: index, for: need)
      if isExact { return }
    }
    let wrong = fitting.compactMap {
      index.problem(of: provider, isForAll: product.isArray, with: $0)
    }
    guard wrong.count == fitting.count else { return }
    problems += AlchemicError(wrong).requested(by: need.steps).problems
  }

  private mutating func choice(for property: InjectedProperty, in index: FactoryIndex) -> Int {
    let type = TargetShape(property.target).element
    if let number = choiceNumbers[ObjectIdentifier(type)] { return number }
    let number = choices.count
    choices.append(TypeQuery(type).isValueType ? [] : index.factories(producing: type))
    choiceNumbers[ObjectIdentifier(type)] = number
    return number
  }

  private mutating func candidateNumber(of target: Any.Type, in index: FactoryIndex) -> Int {
    let key = ObjectIdentifier(target)
    if let number = candidateNumbers[key] { return number }
    let shape = TargetShape(target)
    let number = candidates.count
    candidates.append(
      index.factories(producing: shape.element)
        + (shape.array.map { index.factories(producing: $0) } ?? []))
    candidateNumbers[key] = number
    return number
  }
}

extension InheritedFactories {
  /// Resolves all needs of the child's factories, as the start of a model does.
  func resolution(in index: FactoryIndex) -> DependencyResolution {
    DependencyResolution(index.declared, in: index, injector: injector)
  }
}

extension DependencyGraph {
  /// Creates the graph of these factories from the results of a resolution.
  convenience init(_ factories: [Factory], _ resolution: DependencyResolution) {
    self.init(
      factories, needs: resolution.needs, injections: resolution.injections,
      choices: resolution.choices, mayRead: resolution.mayRead, candidates: resolution.candidates,
      overridden: resolution.overridden)
  }
}
