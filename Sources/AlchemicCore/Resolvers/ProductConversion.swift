import AlchemicRuntime

/// The conversion of a factory's products to values of a requested type, computed once for each
/// request.
///
/// An object, an existential of one and an optional of either begin with the same word: the
/// reference. An optional of a structure begins with the structure, as does an existential with
/// room for it. The bytes that follow are the same for every product of a factory: type metadata,
/// witness tables, the tag of an optional. A product is therefore created in, or copied to, the
/// memory of the value, and these bytes are written behind it. Otherwise, the product is cast.
///
/// The layouts are part of Swift's ABI (docs/ABI/TypeLayout.rst in the Swift repository).
final class ProductConversion: Sendable {
  private enum Kind: Sendable {
    /// The value begins with the product.
    case prefix
    /// The value begins with a reference to a box. The conversion creates the product in it; nil if
    /// that is not done in place.
    case box(ProductConversion?)
    /// The product is cast to the type.
    case cast(to: Any.Type)
    /// The value is an array of products.
    indirect case array([ProductConversion], TargetShape)
  }

  /// The factory, which lives as long as the model, as the conversion does.
  let factory: Borrowed<Factory>
  private let kind: Kind
  /// The conversion that creates the contents of a box; nil for any other kind.
  private let contents: Borrowed<ProductConversion>?
  /// The offset of the words that follow the product.
  private let offset: Int
  private let following: [UInt]
  /// The number of zero bytes behind these words: the tags of optionals that have a value.
  private let tagBytes: Int
  /// Whether the value begins with the product.
  private let isPrefix: Bool
  /// Whether nothing follows the product, or the other contents with which the value begins.
  private let isWhole: Bool
  /// Whether the product is created in the memory of the value.
  let createsInPlace: Bool
  /// The factory's arguments in the model; nil if there are none, or if the product is not created
  /// in place.
  private let arguments: Borrowed<ArgumentList>?
  /// The same, if the product is created in the memory of the value, by a function that needs
  /// nothing but arguments that the model supplies: see ``TemplateStack``.
  let levelArguments: Borrowed<ArgumentList>?

  private init(
    _ factory: Factory, _ kind: Kind, offset: Int = 0, following: [UInt] = [],
    tagBytes: Int = 0, createsInPlace: Bool, in model: Model?
  ) {
    self.factory = Borrowed(factory)
    arguments = createsInPlace ? model?.arguments(of: factory) : nil
    self.kind = kind
    contents = if case .box(let contents?) = kind { Borrowed(contents) } else { nil }
    self.offset = offset
    self.following = following
    self.tagBytes = tagBytes
    self.createsInPlace = createsInPlace
    isPrefix = if case .prefix = kind { true } else { false }
    isWhole = following.isEmpty && tagBytes == 0
    let isLevel =
      isPrefix && factory.owner == nil
      && factory.arguments.allSatisfy { $0.role == .ofFunction && !$0.isGiven }
    levelArguments = isLevel ? arguments : nil
  }

  /// Creates the conversion to a type, or to an optional of it.
  ///
  /// - Parameters:
  ///   - factory: A factory whose product has the type.
  ///   - target: The type, which is not an optional.
  ///   - tagBytes: The number of bytes that an optional adds to the type.
  ///   - model: The model in which products are created; nil if the conversion creates none.
  convenience init(
    of factory: Factory, to target: Any.Type, tagBytes: Int, in model: Model? = nil
  ) {
    let createsInPlace = factory.createsInPlace && model != nil
    let product = factory.product
    if target == product.type || (product.form == .object && TypeKind.isClass(target)) {
      self.init(
        factory, .prefix, offset: product.size, tagBytes: tagBytes,
        createsInPlace: createsInPlace, in: model)
      return
    }
    guard !TypeKind.isExistential(product.type), let existential = ExistentialShape(target),
      let tables = existential.witnessTables(of: product.type)
    else {
      self.init(
        factory, .cast(to: target), offset: ValueType(target).size, tagBytes: tagBytes,
        createsInPlace: false, in: nil)
      return
    }
    if existential.isClassBound {
      self.init(
        factory, .prefix, offset: product.size, following: tables, tagBytes: tagBytes,
        createsInPlace: createsInPlace, in: model)
      return
    }
    let inBox =
      createsInPlace && !product.fitsInExistential
      ? ProductConversion(of: factory, to: product.type, tagBytes: 0, in: model) : nil
    self.init(
      factory, product.fitsInExistential ? .prefix : .box(inBox),
      offset: ValueType.existentialBuffer,
      following: [unsafeBitCast(product.type, to: UInt.self)] + tables, tagBytes: tagBytes,
      createsInPlace: createsInPlace, in: model)
  }

  /// Creates the conversion that creates an array of several factories' products; nil if one of
  /// them cannot be created in place.
  convenience init?(creatingArrayOf elements: [ProductConversion], in shape: TargetShape) {
    guard let first = elements.first, elements.allSatisfy(\.createsInPlace) else { return nil }
    self.init(first.factory.object, .array(elements, shape), createsInPlace: true, in: nil)
  }

  /// The key of a product in a map.
  private var name: String { factory.object.undecorated.facts.name }

  /// Creates a product as a value of the type.
  ///
  /// - Parameters:
  ///   - model: The factory's model, which the caller retains.
  ///   - request: The user's request for the product; nil if it is part of another creation.
  ///   - memory: Initialised unless this throws.
  /// - Precondition: ``createsInPlace``.
  @_optimize(speed)
  func create(
    in model: Model, for request: CreationPath.RequestReference?,
    at memory: ValueAddress
  ) throws {
    if isPrefix {
      try factory.with { try $0.create(arguments, in: model, for: request, at: memory) }
    } else {
      try createApart(in: model, for: request, at: memory)
    }
    finish(at: memory)
  }

  /// As ``create(in:for:at:)``, with the tuple of a provider's arguments.
  func create(
    passing tuple: ValueAddress, in model: Model, for request: CreationPath.RequestReference,
    at memory: ValueAddress
  ) throws {
    try factory.with { factory in
      func create(_ address: ValueAddress) throws {
        try factory.create(passing: tuple, arguments, in: model, for: request, at: address)
      }
      if isPrefix { try create(memory) } else { try factory.product.writeBox(at: memory, create) }
    }
    finish(at: memory)
  }

  /// Creates a product that is not at the beginning of the value.
  @inline(never)
  private func createApart(
    in model: Model, for request: CreationPath.RequestReference?,
    at memory: ValueAddress
  ) throws {
    if let contents {
      let product = factory.with(\.product)
      return try product.writeBox(at: memory) { address in
        try contents.with { try $0.create(in: model, for: request, at: address) }
      }
    }
    guard case .array(let elements, let shape) = kind else { return }
    try shape.writeArray(
      of: elements.count, at: memory, named: { elements[$0].name }
    ) { number, address in
      try elements[number].create(in: model, for: request, at: address)
    }
  }

  /// Writes a product as a value of the type.
  ///
  /// - Parameters:
  ///   - reference: The reference that retains the product.
  ///   - memory: Initialised unless this throws.
  /// - Throws: `needs-main-actor`.
  func write(_ reference: AnyObject, at memory: ValueAddress) throws {
    try factory.with { factory in
      let product = factory.product
      try product.withValue(of: reference) { address in
        switch kind {
        case .prefix, .array: product.copy(address, to: memory)
        case .box: product.writeBox(at: memory) { product.copy(address, to: $0) }
        case .cast(let target):
          guard product.cast(address, to: target, at: memory) else {
            // The search accepted the product's type. Only a conformance of the main actor does not
            // hold everywhere.
            throw factory.problem(.isolatedConformance(to: typeName(target)))
          }
        }
      }
    }
    finish(at: memory)
  }

  /// Writes the bytes that follow the product.
  @inline(__always)
  func finish(at memory: ValueAddress) {
    if !isWhole { writeRest(at: memory) }
  }

  @inline(never)
  private func writeRest(at memory: ValueAddress) {
    var next = offset
    for word in following {
      memory.store(word, at: next)
      next += MemoryLayout<UInt>.size
    }
    if tagBytes > 0 { memory.clear(at: next, byteCount: tagBytes) }
  }
}

extension ExistentialShape {
  /// Returns the addresses of the witness tables of a type's conformances, in the order of an
  /// existential; nil if one does not exist, or may hold only on a global actor.
  fileprivate func witnessTables(of type: Any.Type) -> [UInt]? {
    if isError { return nil }
    var tables: [UInt] = []
    for wanted in protocols {
      guard let table = WitnessTable(of: type, for: wanted) else { return nil }
      // A conformance that meets a condition may be isolated to a global actor too.
      let conformance = table.conformance
      if conformance.isIsolated || conformance.isConditional { return nil }
      tables.append(table.word)
    }
    return tables
  }
}
