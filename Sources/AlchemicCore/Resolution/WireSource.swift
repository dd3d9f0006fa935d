/// Where a wire's answer comes from. It never changes: a wire that is to draw from something else is given
/// another one.
class WireSource<Value> {
  /// The answer, made if need be.
  func produce(in model: Model) throws -> Obtained<Value> {
    fatalError("every source overrides this")
  }

  /// The answer, awaited if need be.
  func produceAwaiting(in model: Model) async throws -> Obtained<Value> {
    fatalError("every source overrides this")
  }

  /// The answer if it is there; nothing is made.
  func peek() -> Value? { nil }

  /// Creates the answer, if a template always creates it at once.
  var conversion: ProductConversion? { nil }

  /// The factories it draws from.
  var factories: [AnyObjectFactory] { fatalError("every source overrides this") }

  /// Whether each of them keeps one object for all.
  final var isShared: Bool { factories.allSatisfy(\.isShared) }

  /// What a wire that draws from it says of itself.
  final var traits: UInt8 {
    (isShared ? WireTraits.shared : 0)
      | (factories.contains(where: \.facts.isTransient) ? WireTraits.followed : 0)
  }
}

/// One factory.
final class SingleSource<Value>: WireSource<Value> {
  private let factory: AnyObjectFactory
  private let ownConversion: ProductConversion?

  init(_ factory: AnyObjectFactory) {
    self.factory = factory
    ownConversion = ProductConversion(of: factory, to: Value.self)
  }

  override func produce(in model: Model) throws -> Obtained<Value> {
    try factory.obtain(as: Value.self, in: model)
  }

  override func produceAwaiting(in model: Model) async throws -> Obtained<Value> {
    try await factory.obtainAwaiting(as: Value.self, in: model)
  }

  override func peek() -> Value? { factory.peek(as: Value.self) }

  override var conversion: ProductConversion? { ownConversion }

  override var factories: [AnyObjectFactory] { [factory] }
}

/// A source or nothing, as an optional.
final class OptionalSource<Wrapped>: WireSource<Wrapped?> {
  private let wrapped: WireSource<Wrapped>?
  private let ownConversion: ProductConversion?

  init(_ wrapped: WireSource<Wrapped>?) {
    self.wrapped = wrapped
    ownConversion = wrapped?.conversion?.toOptional(
      tagBytes: MemoryLayout<Wrapped?>.size - MemoryLayout<Wrapped>.size)
  }

  override func produce(in model: Model) throws -> Obtained<Wrapped?> {
    guard let wrapped else { return Obtained(object: .some(nil), stamp: .constant) }
    let obtained = try wrapped.produce(in: model)
    return Obtained(object: .some(obtained.object), stamp: obtained.stamp)
  }

  override func produceAwaiting(in model: Model) async throws -> Obtained<Wrapped?> {
    guard let wrapped else { return Obtained(object: .some(nil), stamp: .constant) }
    let obtained = try await wrapped.produceAwaiting(in: model)
    return Obtained(object: .some(obtained.object), stamp: obtained.stamp)
  }

  override func peek() -> Wrapped?? { wrapped?.peek() }

  override var conversion: ProductConversion? { ownConversion }

  override var factories: [AnyObjectFactory] { wrapped?.factories ?? [] }
}

/// All factories of an element, in order. One that is nillable and has no object is left out.
final class ArraySource<Element>: WireSource<[Element]> {
  private let all: [AnyObjectFactory]
  private let ownConversion: ProductConversion?

  init(_ factories: [AnyObjectFactory]) {
    all = factories
    ownConversion = ProductConversion(of: factories, toArrayOf: Element.self)
  }

  override var conversion: ProductConversion? { ownConversion }

  override func produce(in model: Model) throws -> Obtained<[Element]> {
    Self.combined(try all.map { try $0.obtain(as: Element.self, in: model) })
  }

  override func produceAwaiting(in model: Model) async throws -> Obtained<[Element]> {
    var elements: [Obtained<Element>] = []
    for factory in all {
      elements.append(try await factory.obtainAwaiting(as: Element.self, in: model))
    }
    return Self.combined(elements)
  }

  private static func combined(_ elements: [Obtained<Element>]) -> Obtained<[Element]> {
    Obtained(object: elements.compactMap(\.object), stamp: .combining(elements.map(\.stamp)))
  }

  override var factories: [AnyObjectFactory] { all }
}
