import AlchemicRuntime

/// What validation learns about injected properties from types alone.
///
/// The criteria and the constant of a property are arguments of its wrapper, and available only in
/// an object. So where a type matches one factory, this assumes that the property takes its object.
struct PropertyReview {
  /// The number of properties that their types decide.
  private(set) var decided = 0
  /// The factories that make objects and hide their class: `{ Host() as any P }`.
  private(set) var hidden: [FactoryFacts] = []
  /// A warning for each property that only an object decides.
  private(set) var warnings: [Problem] = []

  /// - Parameter isChecked: Returns whether an object of a host class was checked already.
  init(
    of factories: [Factory], in index: FactoryIndex, _ injector: (any HostInspector)?,
    isChecked: (Any.Type) -> Bool = { _ in false }
  ) {
    for factory in factories {
      if factory.isMakeable, TypeKind.isExistential(factory.facts.product) {
        hidden.append(factory.facts)
      }
      guard let injector, factory.hasProperties, !isChecked(factory.facts.product) else { continue }
      for property in injector.properties(of: factory.facts.product) {
        if let warning = Self.warning(of: property, in: index) {
          let path = factory.facts.path(to: property)
          warnings += AlchemicError(warning).requested(by: path).problems
        } else {
          decided += 1
        }
      }
    }
  }

  /// Returns a warning without a path; nil if the property's type decides.
  private static func warning(of property: InjectedProperty, in index: FactoryIndex) -> Problem? {
    if property.qualifier != nil { return nil }
    let provider = index.provider(TargetShape(property.target).element)
    let shape = TargetShape(provider?.product ?? property.target)
    if let array = shape.array { return warning(ofArray: array, shape.element, in: index) }
    let (fitting, preferred) = index.fitting(shape)
    if preferred.count == 1 { return nil }
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
