import AlchemicRuntime

extension Factory {
  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - inner: The factory whose products the layer wraps.
  ///   - decorator: The factory of the declaration. No model contains it.
  convenience init(wrapping inner: Factory, by decorator: Factory, at position: Int) {
    self.init(
      FactoryFacts(wrapping: inner.facts, by: decorator.facts), at: position,
      arguments: decorator.arguments, owner: inner,
      hasPlainProducts: decorator.hasPlainProducts,
      inner.facts.isNillable ? decorator.function.unlessNil : decorator.function)
  }
}

extension ProductFunction {
  /// The same function for a layer whose inner factory may have nil. The layer then has nil, too.
  fileprivate var unlessNil: ProductFunction {
    guard case .atOnce(let make) = self else { return self }
    return .optional { cursor, address in
      guard try cursor.hasOwnerObject else { return false }
      try make(&cursor, address)
      return true
    }
  }
}

extension FactoryFacts {
  fileprivate init(wrapping inner: FactoryFacts, by decorator: FactoryFacts) {
    let isProtocol = TypeQuery(decorator.product).isProtocol
    // If the model does not retain an object, it does not retain the wrapper. A value cannot be
    // weak.
    let isValue = inner.isWeak && !TypeQuery(decorator.product).isOfObjects
    var options = inner.options.subtracting(isValue ? [.live, .weak] : .live)
    if inner.lifetime == .reference { options = options.union(.lazy) }
    self.init(
      name: isProtocol
        ? "decorated \(inner.name)" : "\(typeName(decorator.product))(\(inner.name))",
      product: decorator.product, origin: .decorator, making: decorator.making,
      lifetime: isValue || !inner.isShared ? .template : .singleton, options: options,
      expiry: isValue ? .none : inner.expiry, scope: inner.scope,
      parts: inner.parts,
      isFoundByNameOnly: inner.isFoundByNameOnly, qualifiers: inner.qualifiers,
      order: inner.order, location: decorator.location)
  }
}
