import AlchemicRuntime

/// The results of validation for injected properties, from types alone.
///
/// The criteria and the constant of a property are arguments of its wrapper, and are available only
/// with an object. If a type matches one factory, this review assumes that the property has its
/// product.
struct PropertyReview {
  /// The number of properties that their types decide.
  private(set) var decided = 0
  /// Whether the criteria of any property are unknown.
  private(set) var mayHaveCriteria = false
  /// The number of properties that validation cannot decide without an object.
  private(set) var left = 0
  /// The factories that hide the class of their objects: `{ Host() as any P }`.
  private(set) var hidden: [FactoryFacts] = []
  /// Warnings for the properties that require an object to decide, for those that may be nil, and
  /// for objects that would keep one that expires.
  private(set) var warnings: [Problem] = []

  /// - Parameter isChecked: Returns whether an object of a host class was checked already.
  init(
    of factories: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?,
    isChecked: ((Any.Type) -> Bool)? = nil
  ) {
    let reader = NeedReader(of: index, injector)
    let scopes = factories.firstPart(as: ScopeRules.self)
    let expiry = factories.firstPart(as: ExpiryRules.self)
    for factory in factories {
      let product = factory.facts.product
      if factory.isMakeable, TypeKind.isExistential(product) { hidden.append(factory.facts) }
      if let expiry { warnings += expiry.warnings(factory, reader) }
      guard factory.hasProperties else { continue }
      if let scopes { warnings += scopes.warnings(factory, reader) }
      if isChecked?(product) == true { continue }
      reader.read(factory) { need in
        guard case .property(let property, let request, let isAtOnce) = need else { return }
        if request.mayHaveCriteria { mayHaveCriteria = true }
        let warning = Self.warnings(of: property, request, atOnce: isAtOnce, in: index)
        if warning.allSatisfy({ $0.id == .unexpectedNil }) { decided += 1 } else { left += 1 }
        warnings += AlchemicError(warning).requested(by: need.steps(from: factory)).problems
      }
    }
  }

  /// Returns warnings without a path; empty if the property's type decides.
  private static func warnings(
    of property: InjectedProperty, _ request: NeedRequest, atOnce isAtOnce: Bool,
    in index: FactoryIndex
  ) -> [Problem] {
    let (provider, shape) = (request.provider, request.shape)
    let (fitting, preferred) = request.fitting
    let isDecided = property.qualifier != nil || preferred.count == 1 || shape.isArray
    guard isDecided else { return warning(of: property, request, in: index).map { [$0] } ?? [] }
    if preferred.isEmpty, let array = shape.array, property.qualifier == nil {
      // An array of optionals or arrays, unless a factory produces the whole array.
      let isNested = TypeKind.isOptional(shape.element) || TypeKind.isArray(shape.element)
      let isMissing = isNested && request.producing.isEmpty && request.whole.isEmpty
      return isMissing ? [Problem(.mayBeMissing(map: nil), typeName(array))] : []
    }
    if provider == nil, !property.isWeak, let nillable = preferred.nillable(for: property.target) {
      return [nillable.facts.problem(.mayBeNil)]
    }
    if provider == nil, !isAtOnce, !property.isWeak,
      let late = preferred.first(where: \.isAwaitedLate)
    {
      let provider = Problem.Fact.lateForRead(provider: providerName(of: property.target, []))
      return [late.facts.problem(provider)]
    }
    // With a qualifier, no other factory can be chosen. A mistake is then an error, not a warning.
    if property.qualifier != nil { return [] }
    let follows = property.isTransient || fitting.contains(where: \.facts.isTransient)
    func misfit(_ factory: Factory) -> Problem? {
      provider.map { index.problem(of: $0, isForAll: shape.isArray, with: factory) }
        ?? factory.misfit(for: property, atOnce: isAtOnce, follows: follows)
    }
    let misfits = preferred.compactMap(misfit)
    // If no fitting factory can be right, the mistake is an error, not a warning.
    if misfits.isEmpty || fitting.allSatisfy({ misfit($0) != nil }) { return [] }
    return misfits.map { $0.with(.withoutCriteria($0.fact)) }
  }

  /// Returns a warning for a property of one object that does not match exactly one factory.
  private static func warning(
    of property: InjectedProperty, _ request: NeedRequest, in index: FactoryIndex
  ) -> Problem? {
    let element = request.shape.element
    // A name may find a factory that the type alone does not find.
    let isNamed = request.fitting.all.isEmpty
    let candidates = isNamed ? request.producing : request.fitting.preferred
    if candidates.isEmpty {
      let isMissing =
        !request.isLater && !request.shape.isOptional
        && property.mayHaveConstant(TypeQuery(element))
      let values = TypeKind.valuesOfOtherMap(element)
        .flatMap { index.factories(producing: $0).isEmpty ? nil : $0 }
      let map = values.map { "[String: \(typeName($0))]" }
      return isMissing ? Problem(.mayBeMissing(map: map), typeName(element)) : nil
    }
    return Problem(
      isNamed ? .mayNeedName : .mayBeAmbiguous, typeName(element),
      candidates: candidates.candidates)
  }
}
