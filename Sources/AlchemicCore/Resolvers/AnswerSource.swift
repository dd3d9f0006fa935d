package import AlchemicRuntime
import Synchronization

/// The factories that answer a request, and the conversions of their products to the requested
/// type.
///
/// A source never changes. If other factories become the answer, the resolver gets another source.
package final class AnswerSource: Sendable {
  /// The requested type.
  let value: ValueType
  /// The factories that answer, in order.
  package let factories: [Factory]
  /// Creates the answer in place; nil unless a template always creates it synchronously.
  let conversion: ProductConversion?

  /// The conversion of the only factory if callers must pass arguments; otherwise nil.
  let callersConversion: Borrowed<ProductConversion>?
  /// The tuple type of a provider whose arguments the factory takes; 0 if none was checked.
  let acceptedTuple = Atomic<UInt>(0)

  /// The answer for an object that a scope keeps; nil for any other answer.
  let scoped: ScopedAnswer?

  package let shape: TargetShape
  /// The provider that is the answer, and the criteria of its product; nil for any other answer.
  let provider: (type: any ProviderType.Type, criteria: SearchCriteria)?
  /// Whether the answer is an array of the products.
  package let isArray: Bool
  package let criteria: SearchCriteria
  /// The conversions of each factory's products to the requested element or value.
  let conversions: [ProductConversion]
  /// The first of them, and the factory. To read an array, a thread would retain its element.
  private let firstConversion: Borrowed<ProductConversion>?
  private let firstFactory: Borrowed<Factory>?

  /// Whether a scope keeps the answer, or an object that a template's product retains.
  let isOfScope: Bool

  /// - Parameter former: The source for the same request in an earlier revision.
  /// - Throws: ``AlchemicError`` if the index has no answer.
  init(
    _ type: Any.Type, _ criteria: SearchCriteria, in revision: ModelRevision, of model: Model,
    after former: AnswerSource? = nil
  ) throws(AlchemicError) {
    let index = revision.index
    let shape = TargetShape(type)
    let (provider, answer) = try CreationPath.adding { () throws(AlchemicError) in
      (
        try index.provider(answering: shape, matching: criteria) ?? nil,
        try index.answer(to: shape, matching: criteria)
      )
    }
    self.provider = provider.map { ($0, criteria) }
    self.criteria = criteria
    value = ValueType(type)
    self.shape = shape
    factories = answer.factories
    isArray = shape.isArray && !answer.isWhole
    isOfScope =
      revision.traits.parts.first(as: ScopeRules.self).map { rules in
        answer.factories.contains { rules.keepsAny($0, index, model.injector) }
      } ?? false
    let tags = isArray ? 0 : shape.tagBytes
    let target = shape.array.flatMap { answer.isWhole ? $0 : nil } ?? shape.element
    let isAlike = former?.isArray == isArray
    let known = isAlike ? former?.conversions(ofFirst: factories) ?? [] : []
    conversions =
      known
      + factories[known.count...].map {
        ProductConversion(of: $0, to: target, tagBytes: tags, in: model)
      }
    firstConversion = conversions.first.map { Borrowed($0) }
    firstFactory = factories.first.map { Borrowed($0) }
    scoped = isArray ? nil : ScopedAnswer(factories, conversions)
    let takesArguments = factories.contains(where: \.takesArguments)
    callersConversion = isArray || !takesArguments ? nil : Borrowed(conversions[0])
    // Elements that are created in place are requests of their own: they share no object.
    conversion =
      takesArguments || isArray && revision.traits.hasPerRequest
      ? nil
      : isArray
        ? ProductConversion(creatingArrayOf: conversions, in: shape)
        : conversions.first.flatMap { $0.createsInPlace ? $0 : nil }
  }

  /// Creates a source without factories, for a resolver that has its answer.
  init(without type: Any.Type) {
    value = ValueType(type)
    shape = TargetShape(type)
    factories = []
    (provider, conversion, callersConversion, scoped) = (nil, nil, nil, nil)
    (firstConversion, firstFactory) = (nil, nil)
    (isArray, isOfScope) = (false, false)
    criteria = SearchCriteria()
    conversions = []
  }

  /// The traits of a resolver that answers from this source.
  var traits: UInt8 {
    (factories.allSatisfy(\.isShared) ? ResolverTraits.shared : 0)
      | (factories.contains(where: \.facts.isTransient) ? ResolverTraits.followed : 0)
      | (callersConversion == nil ? 0 : ResolverTraits.callers)
      | (factories.contains { $0.facts.scope != nil } ? ResolverTraits.scoped : 0)
      | (isOfScope ? ResolverTraits.ofScope : 0)
  }

  /// Whether threads use the conversions without retaining the source.
  var isLent: Bool {
    conversion != nil || traits & (ResolverTraits.callers | ResolverTraits.scoped) != 0
  }

  /// Whether no factory and no provider answers.
  var isEmpty: Bool { factories.isEmpty && provider == nil }

  /// Returns the conversions of the factories with which this source and a list begin.
  private func conversions(ofFirst others: [Factory]) -> ArraySlice<ProductConversion> {
    conversions[..<factories.countOfSame(as: others)]
  }

  /// Returns whether added factories may change the answer.
  ///
  /// - Parameter added: These factories alone.
  func mayGain(_ added: FactoryIndex) -> Bool {
    if let name = criteria.onlyName { return added.factory(named: name) != nil }
    let product = providerType(shape.element).map { TargetShape($0.product) }
    return [shape, product].contains { shape in
      guard let shape else { return false }
      return !added.factories(producing: shape.element).isEmpty
        || shape.array.map { !added.factories(producing: $0).isEmpty } == true
    }
  }

  /// Returns whether another source has the same factories and the same kind of answer.
  func hasAnswer(of other: AnswerSource) -> Bool {
    factories.count == other.factories.count
      && factories.countOfSame(as: other.factories) == factories.count
      && (provider == nil) == (other.provider == nil) && isOfScope == other.isOfScope
      && (conversion == nil) == (other.conversion == nil)
  }

  /// Writes the answer into memory, and creates it if necessary.
  ///
  /// - Returns: The dependencies of the answer.
  /// - Throws: ``AlchemicError``; then the memory is not initialised.
  func answer(in model: Model, at memory: ValueAddress) throws -> Stamp {
    if let provider {
      return try answer(with: resolver(of: provider, in: model), at: memory)
    }
    if !isArray, let firstFactory {
      return try firstFactory.with { factory in
        if isNil(factory, in: model) { return writeNil(at: memory) }
        do {
          return try answer(with: factory.product(in: model), at: memory)
        } catch {
          if isNil(factory, after: error) { return writeNil(at: memory) }
          throw error
        }
      }
    }
    return try answer(with: factories.map { try $0.product(in: model) }, in: model, at: memory)
  }

  /// Returns whether the answer is nil: the request is for an optional, and the scope of its object
  /// is not open, or ends before it has the object.
  func isNil(_ factory: Factory, in model: Model) -> Bool {
    guard shape.isOptional, let kind = factory.facts.scope else { return false }
    guard let scope = model.scope(of: kind) else { return true }
    let isEnding = model.refusesCreations || Stopping.refusesCreations(scope.stopping.reference)
    return isEnding && factory.existingProduct(in: model) == nil
  }

  /// Returns whether the answer is nil after an error: the request is for an optional, and the
  /// scope of its object has ended, or is ending.
  @inline(never)
  func isNil(_ factory: Factory, after error: any Error) -> Bool {
    guard shape.isOptional, !isArray, factory.facts.scope != nil,
      let problem = (error as? AlchemicError)?.problems.first
    else { return false }
    return [.noScope, .isStopping].contains(problem.id) && problem.subject == factory.facts.name
  }

  /// Writes the answer of an optional outside the scope of its object.
  private func writeNil(at memory: ValueAddress) -> Stamp {
    shape.writeNil(at: memory)
    return .fleeting
  }

  /// Returns the resolver of a provider's product, as the reference of which the provider consists.
  func resolver(
    of provider: (type: any ProviderType.Type, criteria: SearchCriteria),
    in owner: some ResolverOwner
  ) throws -> ProductReference {
    let resolver = try owner.followedResolver(
      for: provider.type.product, matching: provider.criteria)
    return ProductReference(reference: resolver, stamp: .constant)
  }

  /// Writes the answer into memory if it is one existing product. Creates nothing.
  func peek(in model: Model, at memory: ValueAddress) -> Bool {
    guard !isArray, let factory = factories.first, let object = factory.existingProduct(in: model)
    else { return false }
    return (try? conversions[0].write(object, at: memory)) != nil
  }

  /// Writes the answer that consists of the given products, one from each factory, into memory.
  func answer(
    with products: [ProductReference], in model: Model, at memory: ValueAddress
  ) throws -> Stamp {
    guard isArray else {
      // An optional for which there is no factory.
      guard let product = products.first else {
        shape.writeNil(at: memory)
        return .constant
      }
      return try answer(with: product, at: memory)
    }
    let version = model.additions.load(ordering: .acquiring)
    let stamps = products.map(\.stamp) + [.additions(Borrowed(model), version: version)]
    if version != 0 {
      let added = added(in: model)
      if !added.isEmpty {
        try writeArray(of: products, and: added, at: memory)
        return .combining(stamps)
      }
    }
    let existing = products.indices.filter { products[$0].reference != nil }
    try shape.writeArray(
      of: existing.count, at: memory, named: { factories[existing[$0]].undecorated.facts.name }
    ) { number, address in
      let position = existing[number]
      try conversions[position].write(products[position].reference.unsafelyUnwrapped, at: address)
    }
    return .combining(stamps)
  }

  private func answer(
    with product: ProductReference, at memory: ValueAddress
  ) throws -> Stamp {
    if let provider, let resolver = product.reference {
      provider.type.write(unsafeDowncast(resolver, to: Resolver.self), at: memory)
      memory.clear(at: MemoryLayout<Resolver>.size, byteCount: shape.tagBytes)
    } else if let reference = product.reference, let firstConversion {
      try firstConversion.with { try $0.write(reference, at: memory) }
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
