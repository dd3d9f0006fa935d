import AlchemicRuntime

/// Finds the factories for each argument and injected property, and reports needs without a
/// factory.
final class DependencyResolution {
  /// By factory: the products that its arguments need.
  @exclusivity(unchecked) private(set) var needs: [[EagerNeed]] = []
  /// By factory: for each property that is injected with its object, the number of its type.
  @exclusivity(unchecked) private(set) var injections: [[Int]]
  /// By factory: for each property of its class, also without hooks, the number of its type.
  @exclusivity(unchecked) private(set) var mayRead: [[Int]]
  /// By the number of a property's type: the positions of the factories of one element that may be
  /// injected; none for a value type.
  @exclusivity(unchecked) private(set) var choices: [[Int]] = []
  /// By the same: the positions of the factories that a read may need.
  @exclusivity(unchecked) private(set) var candidates: [[Int]] = []
  /// The factories that lose to primaries in every need that they fit. A start does not create
  /// their singletons.
  @exclusivity(unchecked) private(set) var overridden: Set<Int> = []
  @exclusivity(unchecked) private(set) var problems: [Problem] = []
  /// Needs whose answer is nil or empty because no factory has their name or their qualifier.
  @exclusivity(unchecked) private(set) var warnings: [Problem] = []
  private let index: FactoryIndex
  /// By the number of a request: the number of its type.
  @exclusivity(unchecked) private var typeNumbers: [Int?] = []
  /// By the number of a request: its answer.
  @exclusivity(unchecked) private var found: [Result<[Factory], AlchemicError>?] = []

  /// - Parameter factories: The factories whose needs are resolved.
  init(_ factories: [Factory], in index: FactoryIndex, injector: (any HostInspector)?) {
    self.index = index
    // Copies of one list would all write its count, which the models of other threads have, too.
    needs = factories.map { _ in [] }
    (injections, mayRead) = (factories.map { _ in [] }, factories.map { _ in [] })
    let reader = NeedReader(of: index, injector)
    for position in factories.indices {
      let factory = factories[position]
      if factory.hasProperties, let problem = factory.facts.withoutReflection {
        problems.append(problem)
      }
      reader.read(factory) { need in
        switch need {
        case .owner(let owner):
          check(owner, of: factory)
          needs[position].append((owner, nil))
        case .argument(let argument, let request):
          for found in answer(to: request, of: argument, need, of: factory) {
            needs[position].append((found, argument.position))
          }
        case .property(let property, let request, let isAtOnce):
          check(property, request, atOnce: isAtOnce) { need.steps(from: factory) }
          let number = typeNumber(of: request)
          if isAtOnce { injections[position].append(number) }
          mayRead[position].append(number)
        }
      }
    }
    if index.hasPreferences, let part = factories.firstPart(as: Overriding.self) {
      overridden = part.positions(factories, reader)
    }
  }

  private func check(_ owner: Factory, of factory: Factory) {
    if owner.takesArguments, factory.isDecorator {
      problems.append(factory.wrappingNeedsArguments(owner))
    } else if owner.takesArguments {
      problems.append(owner.facts.problem(owner.ownerNeedsArguments, path: [factory.facts.step]))
    } else if owner.isAwaitedEachTime, factory.facts.making != .awaited {
      problems.append(owner.facts.problem(.cannotWait, path: [factory.facts.step]))
    }
  }

  /// Returns the products that have to exist before a factory can create its own.
  @inline(never)
  private func answer(
    to request: NeedRequest, of argument: Argument, _ need: Need, of factory: Factory
  ) -> [Factory] {
    let found = find(request) { need.steps(from: factory) }
    if factory.facts.making != .awaited {
      for found in found where found.isAwaitedEachTime && !found.takesArguments {
        problems.append(found.facts.problem(.cannotWait, path: need.steps(from: factory)))
      }
    }
    for found in found where found.takesArguments {
      let fact = found.needsArguments(of: request.target)
      problems.append(found.facts.problem(fact, path: need.steps(from: factory)))
    }
    if let nillable = found.nillable(for: argument.type) {
      warnings.append(nillable.facts.problem(.mayBeNil, path: need.steps(from: factory)))
    }
    return found
  }

  /// - Parameter steps: Returns the origin of the need. Called only for a message.
  @inline(never)
  @discardableResult
  private func find(_ request: NeedRequest, for steps: () -> [Problem.Step]) -> [Factory] {
    while found.count <= request.number { found.append(nil) }
    let result =
      found[request.number]
      ?? Result { () throws(AlchemicError) in
        try index.answer(to: TargetShape(request.target), matching: request.criteria).factories
      }
    found[request.number] = result
    switch result {
    case .success(let factories):
      let search = SearchRequest(target: request.target, criteria: request.criteria)
      if factories.isEmpty, let warning = index.warning(of: search) {
        warnings += steps().reduce(AlchemicError(warning)) { $0.requested(by: $1) }.problems
      }
      return factories
    case .failure(let error):
      problems += steps().reduce(error) { $0.requested(by: $1) }.problems
      return []
    }
  }

  /// Checks that a property has a candidate, unless it may have a constant. ``PropertyReview``
  /// warns of such properties.
  ///
  /// Only the target is part of a property's type. The criteria are arguments of the wrapper,
  /// available only with an object, so the full check follows when the first object is injected.
  private func check(
    _ property: InjectedProperty, _ request: NeedRequest, atOnce isInjectedAtOnce: Bool,
    for steps: () -> [Problem.Step]
  ) {
    if request.isLater { return check(provider: request, of: property, for: steps) }
    let query = TypeQuery(request.shape.element)
    let isExact = property.qualifier != nil
    // All fitting factories count, since a name may choose a factory that a primary would hide.
    let fitting = isExact ? find(request, for: steps) : request.producing
    if fitting.isEmpty, !isExact, !property.mayHaveConstant(query) { find(request, for: steps) }
    if property.isWeak, query.isValueType || request.shape.isArray {
      let type = typeName(request.shape.array ?? query.type)
      problems.append(Problem(.noWeakObject, type, path: steps()))
      return
    }
    let follows =
      property.isTransient
      || (isExact ? fitting.contains(where: \.facts.isTransient) : request.isFollowed)
    func misfit(_ factory: Factory) -> Problem? {
      index.partialDecoration(of: factory, as: request.shape.element)
        ?? factory.misfit(for: property, atOnce: isInjectedAtOnce, follows: follows)
    }
    // Criteria may choose any of several factories, regardless of primaries, unless no choice is
    // right.
    let isWrong =
      isExact
      ? fitting.contains { misfit($0) != nil }
      : !fitting.isEmpty && fitting.allSatisfy { misfit($0) != nil }
    guard isWrong else { return }
    problems += AlchemicError(fitting.compactMap(misfit)).requested(by: steps()).problems
  }

  /// Checks a property with a provider. It needs no object, and a constant is no provider.
  private func check(
    provider request: NeedRequest, of property: InjectedProperty, for steps: () -> [Problem.Step]
  ) {
    guard let provider = request.provider else { return }
    let outer = TargetShape(property.target)
    if property.isWeak {
      problems.append(Problem(.noWeakObject, typeName(outer.element), path: steps()))
    }
    // All fitting factories count, as for an object. If there is only one, criteria cannot choose
    // another.
    let fitting = request.producing
    let isExact = property.qualifier != nil
    if fitting.isEmpty || isExact || outer.isArray {
      find(request, for: steps)
      if isExact { return }
    }
    let wrong = fitting.compactMap {
      index.problem(of: provider, isForAll: request.shape.isArray, with: $0)
    }
    guard wrong.count == fitting.count else { return }
    problems += AlchemicError(wrong).requested(by: steps()).problems
  }

  private func typeNumber(of request: NeedRequest) -> Int {
    while typeNumbers.count <= request.number { typeNumbers.append(nil) }
    if let number = typeNumbers[request.number] { return number }
    typeNumbers[request.number] = choices.count
    let isObject = !request.isLater && !TypeQuery(request.shape.element).isValueType
    choices.append(isObject ? request.producing.map(\.position) : [])
    candidates.append(request.isLater ? [] : request.positions)
    return choices.count - 1
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

  /// Creates the graph of all factories of a model without problems.
  convenience init(of index: FactoryIndex, _ injector: (any HostInspector)?) {
    let all = index.declared
    self.init(all, DependencyResolution(all, in: index, injector: injector))
  }
}
