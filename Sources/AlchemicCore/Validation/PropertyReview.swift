import AlchemicRuntime

/// What validation learns about injected properties from types alone.
///
/// The criteria and the constant of a property are arguments of its wrapper, and available only in
/// an object. So where a type matches one factory, this assumes that the property takes its object.
struct PropertyReview {
  /// The number of properties that their types decide.
  private(set) var decided = 0
  /// The number of properties that only an object decides.
  private(set) var left = 0
  /// The factories that make objects and hide their class: `{ Host() as any P }`.
  private(set) var hidden: [FactoryFacts] = []
  /// Warnings for the properties that only an object decides, and for those that may be nil.
  private(set) var warnings: [Problem] = []

  /// - Parameter isChecked: Returns whether an object of a host class was checked already.
  init(
    of factories: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?,
    isChecked: (Any.Type) -> Bool = { _ in false }
  ) {
    for factory in factories {
      let product = factory.facts.product
      if factory.isMakeable, TypeKind.isExistential(product) { hidden.append(factory.facts) }
      guard let injector, factory.hasProperties, !isChecked(product) else { continue }
      let injectsAtOnce = factory.product.form == .object && injector.injectsAtOnce(product)
      for property in injector.properties(of: product) {
        let warnings = Self.warnings(
          of: property, atOnce: injectsAtOnce && !property.isInStructure, in: index)
        if warnings.allSatisfy({ $0.id == .unexpectedNil }) { decided += 1 } else { left += 1 }
        self.warnings +=
          AlchemicError(warnings)
          .requested(by: factory.facts.path(to: property)).problems
      }
    }
  }

  /// Returns warnings without a path; none if the property's type decides.
  private static func warnings(
    of property: InjectedProperty, atOnce isAtOnce: Bool, in index: FactoryIndex
  ) -> [Problem] {
    let provider = index.provider(TargetShape(property.target).element)
    let shape = TargetShape(provider?.product ?? property.target)
    let (fitting, preferred) = index.fitting(shape, property.criteria)
    let isDecided = property.qualifier != nil || preferred.count == 1 || shape.isArray
    guard isDecided else {
      return warning(of: property, provider, shape, fitting, preferred, in: index).map { [$0] }
        ?? []
    }
    if preferred.isEmpty, let array = shape.array, property.qualifier == nil {
      return warning(ofArray: array, shape.element, in: index).map { [$0] } ?? []
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
    // With a qualifier, nothing else can be chosen: then it is no warning.
    if property.qualifier != nil { return [] }
    let follows = property.isTransient || fitting.contains(where: \.facts.isTransient)
    func misfit(_ factory: Factory) -> Problem? {
      provider.map { index.problem(of: $0, isForAll: shape.isArray, with: factory) }
        ?? factory.misfit(for: property, atOnce: isAtOnce, follows: follows)
    }
    let misfits = preferred.compactMap(misfit)
    // If nothing that fits can be right, it is no warning either.
    if misfits.isEmpty || fitting.allSatisfy({ misfit($0) != nil }) { return [] }
    return misfits.map { $0.with(.withoutCriteria($0.fact)) }
  }

  /// Returns a warning for a property of one object, for which there is not exactly one factory.
  private static func warning(
    of property: InjectedProperty, _ provider: (any ProviderType.Type)?, _ shape: TargetShape,
    _ fitting: [Factory], _ preferred: [Factory], in index: FactoryIndex
  ) -> Problem? {
    // A name may find what the type alone does not.
    let candidates = fitting.isEmpty ? index.factories(producing: shape.element) : preferred
    if candidates.isEmpty {
      let isMissing =
        provider == nil && !shape.isOptional && property.mayHaveConstant(TypeQuery(shape.element))
      return isMissing ? Problem(.mayBeMissing, typeName(shape.element)) : nil
    }
    return Problem(
      fitting.isEmpty ? .mayNeedName : .mayBeAmbiguous, typeName(shape.element),
      candidates: candidates.candidates)
  }

  /// An array of optionals or of arrays is made as a whole, or is a constant.
  private static func warning(
    ofArray array: Any.Type, _ element: Any.Type, in index: FactoryIndex
  ) -> Problem? {
    guard TypeKind.isOptional(element) || TypeKind.isArray(element),
      index.factories(producing: element).isEmpty, index.factories(producing: array).isEmpty
    else { return nil }
    return Problem(.mayBeMissing, typeName(array))
  }
}
