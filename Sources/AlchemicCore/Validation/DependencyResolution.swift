/// Finds what every argument and every injected property needs, and reports what cannot be found.
struct DependencyResolution {
  /// By factory: what its arguments need before it can be made.
  private(set) var needs: [[EagerNeed]] = []
  /// By factory: what its properties need, as far as their types tell, if they are injected with it.
  private(set) var injections: [[AnyObjectFactory]] = []
  private(set) var problems: [Problem] = []

  init(_ factories: [AnyObjectFactory], in index: FactoryIndex, injector: (any HostInjector)?) {
    for factory in factories {
      var needs = factory.owner.map { [EagerNeed(factory: $0, argument: nil)] } ?? []
      for (position, argument) in factory.arguments.enumerated() {
        guard let request = argument.request else { continue }
        let step = Problem.Step(
          "\(factory.facts.name) (argument \(position + 1))", factory.facts.place)
        needs += find(request, in: index, neededBy: step)
          .map { EagerNeed(factory: $0, argument: position) }
      }
      self.needs.append(needs)
      injections.append([])
      guard let injector, factory.facts.product is AnyObject.Type else { continue }
      let isInjectedAtOnce = injector.injectsAtOnce(factory.facts.product)
      for property in injector.properties(of: factory.facts.product) {
        let candidates = check(property, of: factory, in: index)
        if isInjectedAtOnce { injections[injections.count - 1] += candidates }
      }
    }
  }

  private mutating func find(
    _ request: SearchRequest, in index: FactoryIndex, neededBy step: Problem.Step
  ) -> [AnyObjectFactory] {
    let shape = TargetShape(request.target)
    let wanted = SearchRequest(target: shape.element, criteria: request.criteria)
    do {
      if shape.isArray {
        if let name = request.criteria.onlyName, let factory = index.factory(named: name),
          TypeQuery(request.target).accepts(factory.facts.product)
        {
          return [factory]
        }
        return try index.candidates(for: wanted)
      }
      if shape.isOptional, try index.candidates(for: wanted).isEmpty { return [] }
      return [try index.onlyFactory(for: wanted)]
    } catch let error as AlchemicError {
      problems += error.requested(by: step).problems
      return []
    } catch {
      return []
    }
  }

  /// The type of a property tells its target, not its criteria: these are arguments of the wrapper,
  /// known only when there is an object. So an edge needs a candidate here, and is checked in full
  /// when the first object is injected. A value type may well have a constant instead.
  ///
  /// - Returns: What is certainly needed.
  private mutating func check(
    _ property: InjectedProperty, of factory: AnyObjectFactory, in index: FactoryIndex
  ) -> [AnyObjectFactory] {
    let step = Problem.Step("\(factory.facts.name).\(property.name)", factory.facts.place)
    let shape = TargetShape(property.target)
    let request = SearchRequest(target: shape.element, criteria: SearchCriteria())
    let candidates = (try? index.candidates(for: request)) ?? []
    if candidates.isEmpty, !shape.isArray, !shape.isOptional,
      !TypeQuery(shape.element).isValueType
    {
      _ = find(request, in: index, neededBy: step)
    }
    let mayBeConstant = TypeQuery(shape.element).isValueType
    let needed = mayBeConstant || (!shape.isArray && candidates.count > 1) ? [] : candidates
    guard property.isTransient || candidates.contains(where: \.facts.isTransient) else {
      return needed
    }
    // Criteria may still choose among several, also past a primary; if all are templates there is no
    // choice.
    let query = TypeQuery(shape.element)
    let all = index.all.filter { query.accepts($0.facts.product) }
    if !all.contains(where: \.isShared) {
      problems += all.map {
        Problem(.transientTemplate, $0.facts.name, candidates: [$0.facts.candidate], path: [step])
      }
    }
    return needed
  }
}
