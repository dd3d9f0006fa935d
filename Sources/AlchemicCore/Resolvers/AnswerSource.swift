import AlchemicRuntime

/// The factories that answer a request, and the conversions of their products to the requested
/// type.
///
/// A source never changes. A resolver that other factories answer gets another source.
final class AnswerSource: Sendable {
  /// The requested type.
  let value: ValueType
  /// The factories that answer, in order.
  let factories: [Factory]
  /// Creates the answer in place; nil unless a template always creates it synchronously.
  let conversion: ProductConversion?

  private let shape: TargetShape
  /// Whether the answer is an array of the products.
  private let isArray: Bool
  /// The conversions of each factory's products to the requested element or value.
  private let conversions: [ProductConversion]

  /// - Throws: ``AlchemicError`` if the index has no answer.
  init(
    _ type: Any.Type, _ criteria: SearchCriteria, in index: FactoryIndex
  ) throws(AlchemicError) {
    let shape = TargetShape(type)
    let answer = try CreationPath.adding { () throws(AlchemicError) in
      try index.answer(to: shape, matching: criteria)
    }
    value = ValueType(type)
    self.shape = shape
    factories = answer.factories
    isArray = shape.isArray && !answer.isWhole
    let tags = isArray ? 0 : shape.tagBytes
    let target = shape.array.flatMap { answer.isWhole ? $0 : nil } ?? shape.element
    conversions = factories.map { ProductConversion(of: $0, to: target, tagBytes: tags) }
    conversion =
      isArray
      ? ProductConversion(creatingArrayOf: conversions, in: shape)
      : conversions.first.flatMap { $0.createsInPlace ? $0 : nil }
  }

  /// Creates a source without factories, for a resolver that has its answer.
  init(without type: Any.Type) {
    value = ValueType(type)
    shape = TargetShape(type)
    factories = []
    conversion = nil
    isArray = false
    conversions = []
  }

  /// The traits of a resolver that answers from this source.
  var traits: UInt8 {
    (factories.allSatisfy(\.isShared) ? ResolverTraits.shared : 0)
      | (factories.contains(where: \.facts.isTransient) ? ResolverTraits.followed : 0)
  }

  /// Writes the answer into memory, and creates it if necessary.
  ///
  /// - Returns: The dependencies of the answer.
  /// - Throws: ``AlchemicError``; then the memory is not initialised.
  func answer(in model: Model, at memory: ValueAddress) throws -> Stamp {
    if !isArray, let factory = factories.first {
      return try answer(with: factory.product(in: model), at: memory)
    }
    return try answer(with: factories.map { try $0.product(in: model) }, at: memory)
  }

  /// Returns the product of each factory, which is awaited if necessary.
  func productsAwaiting(in model: Model) async throws -> [ProductReference] {
    var products: [ProductReference] = []
    for factory in factories { products.append(try await factory.productAwaiting(in: model)) }
    return products
  }

  /// Writes the answer into memory if it is one product that exists. Creates nothing.
  func peek(in model: Model, at memory: ValueAddress) -> Bool {
    guard !isArray, let factory = factories.first, let object = factory.existingProduct(in: model)
    else { return false }
    return (try? conversions[0].write(object, at: memory)) != nil
  }

  /// Writes the answer that consists of the given products, one of each factory, into memory.
  func answer(with products: [ProductReference], at memory: ValueAddress) throws -> Stamp {
    guard isArray else {
      // An optional for which there is no factory.
      guard let product = products.first else {
        shape.writeNil(at: memory)
        return .constant
      }
      return try answer(with: product, at: memory)
    }
    let existing = products.indices.filter { products[$0].reference != nil }
    try shape.writeArray(of: existing.count, at: memory) { number, address in
      let position = existing[number]
      try conversions[position].write(products[position].reference.unsafelyUnwrapped, at: address)
    }
    return .combining(products.map(\.stamp))
  }

  private func answer(
    with product: ProductReference, at memory: ValueAddress
  ) throws -> Stamp {
    if let reference = product.reference {
      try conversions[0].write(reference, at: memory)
    } else if shape.isOptional {
      shape.writeNil(at: memory)
    } else {
      throw AlchemicError(
        Problem(
          .unexpectedNil, typeName(value.type), candidates: factories.candidates,
          path: CreationPath.steps()))
    }
    return product.stamp
  }
}
