/// Finds what every argument and every injected property needs, and reports what cannot be found.
struct DependencyResolution {
  /// By factory: what its arguments need before it can be made.
  private(set) var needs: [[EagerNeed]] = []
  /// By factory: for each property that is injected with its object, what fits its type.
  private(set) var injections: [[[AnyObjectFactory]]] = []
  private(set) var problems: [Problem] = []

  init(_ factories: [AnyObjectFactory], in index: FactoryIndex, injector: (any HostInjector)?) {
    for factory in factories {
      var needs = factory.owner.map { [EagerNeed(factory: $0, argument: nil)] } ?? []
      for (position, argument) in factory.arguments.enumerated() {
        guard let request = argument.request else { continue }
        let step = Problem.Step(
          "\(factory.facts.name) (argument \(position + 1))", factory.facts.place)
        let found = find(request, in: index, neededBy: [step])
        if factory.facts.making != .awaited {
          problems += found.filter(\.isAwaitedAnew).map { cannotWait(for: $0, [step]) }
        }
        needs += found.map { EagerNeed(factory: $0, argument: position) }
      }
      self.needs.append(needs)
      injections.append([])
      guard let injector, factory.facts.product is AnyObject.Type else { continue }
      let isInjectedAtOnce = injector.injectsAtOnce(factory.facts.product)
      for property in injector.properties(of: factory.facts.product) {
        let candidates = check(property, of: factory, in: index)
        if isInjectedAtOnce { injections[injections.count - 1].append(candidates) }
      }
    }
  }

  private mutating func find(
    _ request: SearchRequest, in index: FactoryIndex, neededBy steps: [Problem.Step]
  ) -> [AnyObjectFactory] {
    let shape = TargetShape(request.target)
    let wanted = SearchRequest(target: shape.element, criteria: request.criteria)
    do {
      if let array = shape.array {
        return try index.arrayCandidates(
          of: array, elements: shape.element, matching: request.criteria
        ).factories
      }
      if shape.isOptional, try index.candidates(for: wanted).isEmpty { return [] }
      return [try index.onlyFactory(for: wanted)]
    } catch let error as AlchemicError {
      problems += steps.reduce(error) { $0.requested(by: $1) }.problems
      return []
    } catch {
      return []
    }
  }

  /// The type of a property tells its target, not its criteria: these are arguments of the wrapper,
  /// known only when there is an object. So an edge needs a candidate here, and is checked in full
  /// when the first object is injected. A value type may well have a constant instead.
  ///
  /// - Returns: What may be needed; nothing where a constant is as likely.
  private mutating func check(
    _ property: InjectedProperty, of factory: AnyObjectFactory, in index: FactoryIndex
  ) -> [AnyObjectFactory] {
    // Where a property is declared only its wrapper knows, so the factory of its class says it.
    let steps = [
      Problem.Step("\(factory.facts.name).\(property.name)", nil), factory.facts.step,
    ]
    let shape = TargetShape(property.target)
    let query = TypeQuery(shape.element)
    // A name may choose past a primary, so all that fits counts.
    let fitting = index.factories(producing: shape.element)
    if fitting.allSatisfy(\.isAwaitedTemplate) {
      problems += fitting.map { cannotWait(for: $0, steps) }
    }
    if fitting.isEmpty, !query.isValueType {
      let request = SearchRequest(target: property.target, criteria: SearchCriteria())
      _ = find(request, in: index, neededBy: steps)
    }
    checkChoice(property, query, among: fitting, steps)
    return query.isValueType ? [] : fitting
  }

  private func cannotWait(
    for factory: AnyObjectFactory, _ steps: [Problem.Step]
  ) -> Problem {
    Problem(.cannotWait, factory.facts.name, candidates: [factory.facts.candidate], path: steps)
  }

  /// Reports what no criteria could make right.
  private mutating func checkChoice(
    _ property: InjectedProperty, _ query: TypeQuery, among all: [AnyObjectFactory],
    _ steps: [Problem.Step]
  ) {
    guard property.isTransient || property.isWeak || all.contains(where: \.facts.isTransient) else {
      return
    }
    if property.isWeak, query.isValueType {
      problems.append(
        Problem(.wrongType, typeName(query.type), detail: "AnyObject", path: steps))
    }
    // Criteria may choose among several, also past a primary; if all are templates there is no choice.
    guard !all.contains(where: \.isShared) else { return }
    let id = property.isWeak ? ProblemID.weakTemplate : .transientTemplate
    problems += all.map {
      Problem(id, $0.facts.name, candidates: [$0.facts.candidate], path: steps)
    }
  }
}
