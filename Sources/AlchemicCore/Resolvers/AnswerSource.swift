import AlchemicRuntime

/// Where the answers to a request come from: factories, and how their products become a value of
/// the requested type.
///
/// It never changes: a resolver that is to answer from other factories is given another source.
final class AnswerSource: Sendable {
  /// The requested type.
  let value: ValueType
  /// The factories that answer, in order.
  let factories: [Factory]
  /// Creates the answer in place, if a template always creates it at once.
  let conversion: ProductConversion?

  private let shape: TargetShape
  /// Whether the answer is an array of the products.
  private let isArray: Bool
  /// How each factory's products become the element that is requested, or the value.
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

  /// What a resolver that answers from it says of itself.
  var traits: UInt8 {
    (factories.allSatisfy(\.isShared) ? ResolverTraits.shared : 0)
      | (factories.contains(where: \.facts.isTransient) ? ResolverTraits.followed : 0)
  }

  /// Writes the answer into memory, created if need be.
  ///
  /// - Returns: What the answer depends on.
  /// - Throws: ``AlchemicError``; then the memory is not initialised.
  func answer(in model: Model, at memory: UnsafeMutableRawPointer) throws -> Stamp {
    if !isArray, let factory = factories.first {
      return try answer(with: factory.product(in: model), at: memory)
    }
    return try answer(with: factories.map { try $0.product(in: model) }, at: memory)
  }

  /// The product of each factory, awaited if need be.
  func productsAwaiting(in model: Model) async throws -> [ProductReference] {
    var products: [ProductReference] = []
    for factory in factories { products.append(try await factory.productAwaiting(in: model)) }
    return products
  }

  /// Writes the answer into memory if every product exists; nothing is created.
  func peek(in model: Model, at memory: UnsafeMutableRawPointer) -> Bool {
    guard !isArray, let factory = factories.first, let object = factory.existingProduct(in: model)
    else { return false }
    return (try? conversions[0].write(object, at: memory)) != nil
  }

  /// Writes the answer into memory that consists of these products, one of each factory.
  func answer(with products: [ProductReference], at memory: UnsafeMutableRawPointer) throws -> Stamp
  {
    guard isArray else {
      // An optional that no factory answers.
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
    with product: ProductReference, at memory: UnsafeMutableRawPointer
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
