import AlchemicRuntime

// Requests for providers. The factories of the product answer them, unless a factory produces the
// provider itself.
extension FactoryIndex {
  /// Returns a type as a provider that no factory produces; nil for any other type.
  func provider(_ type: Any.Type) -> (any ProviderType.Type)? {
    guard let provider = providerType(type), factories(producing: type).isEmpty else { return nil }
    return provider
  }

  /// Returns the provider that answers a request.
  ///
  /// - Returns: Nil if the request is not for a provider. An inner nil if no factory creates the
  ///   product and the request accepts nil.
  /// - Throws: The errors of a request for the product; `wrong-arguments` or `needs-arguments` if
  ///   the arguments of its factories and of the provider differ.
  func provider(
    answering shape: TargetShape, matching criteria: SearchCriteria
  ) throws(AlchemicError) -> (any ProviderType.Type)?? {
    guard let provider = provider(shape.element) else { return nil }
    if let array = shape.array {
      guard factories(producing: array).isEmpty else { return nil }
      throw AlchemicError(
        Problem(
          .noNestedMatch(
            criteria: criteria.spellings,
            element: "Provider<[\(typeName(provider.product))]>"),
          typeName(array)))
    }
    let product = TargetShape(provider.product)
    if shape.isOptional, !product.isArray {
      let request = SearchRequest(target: product.element, criteria: criteria)
      if try candidates(for: request).isEmpty { return .some(nil) }
    }
    let answer = try answer(to: product, matching: criteria)
    let isForAll = product.isArray && !answer.isWhole
    let problems = answer.factories.compactMap {
      problem(of: provider, isForAll: isForAll, with: $0)
    }
    guard problems.isEmpty else { throw AlchemicError(problems) }
    return provider
  }

  /// Returns the problem if the arguments of a provider do not match those of a factory.
  ///
  /// - Parameter isForAll: Whether the product is an array of the factory's and others' products.
  @inline(never)
  func problem(
    of provider: any ProviderType.Type, isForAll: Bool, with factory: Factory
  ) -> Problem? {
    if isForAll, factory.takesArguments {
      return factory.facts.problem(factory.needsArguments(of: provider.product))
    }
    return partialDecoration(of: factory, as: TargetShape(provider.product).element)
      ?? factory.wrongProvider(of: provider.product, provider.arguments)
      .map { factory.facts.problem($0) }
  }
}
