import AlchemicRuntime

// How a search meets decorators, those of the model and those of the models from which it inherits.
extension FactoryIndex {
  /// Returns, for each factory, the outermost layer that fits a type, or itself.
  func decorated(_ factories: [Factory], for target: Any.Type) -> [Factory] {
    if !hasLayers || factories.isEmpty { return factories }
    let query = TypeQuery(target)
    return factories.map { factory in
      layers(over: factory).last { query.accepts($0.facts.product) } ?? factory
    }
  }

  /// Requires that a request for a composition does not return an object without the decorator of
  /// one of its parts. The class itself may be requested: then its name says that it is bare.
  ///
  /// - Parameter factories: What the search found, with layers.
  /// - Throws: `wrong-decorator`.
  func requireWholeDecoration(of factories: [Factory], as target: Any.Type) throws(AlchemicError) {
    let problems = factories.compactMap { partialDecoration(of: $0, as: target) }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Returns the problem of a factory with a layer that a request for a composition passes by.
  func partialDecoration(of factory: Factory, as target: Any.Type) -> Problem? {
    guard hasLayers, ExistentialShape(target)?.isComposition == true else { return nil }
    let layers = layers(over: factory.undecorated)
    let inner = layers.firstIndex { $0.position == factory.position }
    let passed = layers[(inner.map { $0 + 1 } ?? 0)...].first {
      $0.decorated?.accepts(target) == true
    }
    guard let passed, let part = passed.decorated?.type else { return nil }
    return Problem(
      .wrongDecorator(of: typeName(part), .ofPart), typeName(target),
      candidates: [passed.facts.candidate])
  }
}
