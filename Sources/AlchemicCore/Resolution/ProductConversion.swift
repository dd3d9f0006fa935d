import CAlchemicRuntime

/// How the products of templates become a value of a requested type, without a cast.
///
/// An object, an existential of one and an optional of either begin with the same word: the reference. A structure begins
/// an optional of itself, and an existential that has room for it. The bytes that follow are the same for every product of
/// a factory: type metadata, witness tables, the tag of an optional. So a product is created in the memory of the value,
/// and these bytes are written behind it. They are worked out once for each request.
///
/// The layouts are part of Swift's ABI (docs/ABI/TypeLayout.rst in the Swift repository).
@usableFromInline
package final class ProductConversion: Sendable {
  /// Creates a value in the memory to which the pointer leads.
  private typealias Create =
    @Sendable (
      Model, UnsafePointer<CreationPath.Request>?, UnsafeMutableRawPointer
    ) throws -> Void

  /// Lives as long as the model, as the conversion does.
  private let factory: Unmanaged<AnyObjectFactory>
  /// For a value that does not begin with the product: an existential with a box, an array.
  private let createOtherwise: Create?
  /// Where the words begin that follow the product.
  private let offset: Int
  private let following: [UInt]
  /// How many zeros come behind these: the tags of optionals that have something.
  private let tagBytes: Int
  /// Whether the product is all of the value.
  private let isWhole: Bool

  private init(
    _ factory: Unmanaged<AnyObjectFactory>, offset: Int, following: [UInt] = [],
    tagBytes: Int = 0, createOtherwise: Create? = nil
  ) {
    self.factory = factory
    self.offset = offset
    self.following = following
    self.tagBytes = tagBytes
    self.createOtherwise = createOtherwise
    isWhole = following.isEmpty && tagBytes == 0
  }

  /// The conversion to a type that is not an optional.
  ///
  /// - Parameters:
  ///   - factory: One whose product fits the type.
  ///   - target: The type.
  /// - Returns: Nil if the factory is no template, or one that has to be awaited or may create nothing; and if a value has
  ///   to be cast from a product: an existential from another one, an error, a conformance that may hold on a global
  ///   actor only.
  convenience init?(of factory: AnyObjectFactory, to target: Any.Type) {
    guard factory.canMakeAnew else { return nil }
    let product = factory.facts.product
    let unmanaged = Unmanaged.passUnretained(factory)
    if target == product || (TypeKind.isClass(target) && TypeKind.isClass(product)) {
      self.init(unmanaged, offset: ValueLayout.size(of: product))
      return
    }
    guard !TypeKind.isExistential(product), let existential = ExistentialShape(target),
      let tables = existential.witnessTables(of: product)
    else { return nil }
    if existential.isClassBound {
      self.init(unmanaged, offset: ValueLayout.size(of: product), following: tables)
      return
    }
    let metadata = unsafeBitCast(product, to: UInt.self)
    self.init(
      unmanaged, offset: ValueLayout.existentialBuffer, following: [metadata] + tables,
      createOtherwise: ValueLayout.fitsInExistential(product)
        ? nil : Self.creationInBox(of: product, by: unmanaged))
  }

  /// The conversion of several factories' products to an array; nil if one of them has none.
  convenience init?<Element>(of factories: [AnyObjectFactory], toArrayOf element: Element.Type) {
    let all = factories.compactMap { ProductConversion(of: $0, to: element) }
    guard let first = all.first, all.count == factories.count else { return nil }
    self.init(first.factory, offset: 0) { model, request, place in
      let array = try [Element](unsafeUninitializedCapacity: all.count) { elements, count in
        // There is room for each.
        var place = UnsafeMutableRawPointer(elements.baseAddress.unsafelyUnwrapped)
        for conversion in all {
          try conversion.create(in: model, for: request, at: place)
          place += MemoryLayout<Element>.stride
          count += 1
        }
      }
      place.initializeMemory(as: [Element].self, to: array)
    }
  }

  /// The conversion to an optional.
  ///
  /// - Parameter tagBytes: How much larger an optional is than what it wraps.
  func toOptional(tagBytes: Int) -> ProductConversion {
    ProductConversion(
      factory, offset: offset, following: following, tagBytes: self.tagBytes + tagBytes,
      createOtherwise: createOtherwise)
  }

  private static func creationInBox(
    of product: Any.Type, by factory: Unmanaged<AnyObjectFactory>
  ) -> Create {
    { model, request, place in
      let box = alchemic_allocate_box(unsafeBitCast(product, to: UnsafeRawPointer.self))
      do {
        try factory._withUnsafeGuaranteedRef {
          try $0.makeAnew(in: model, for: request, at: box.value)
        }
      } catch {
        swift_deallocBox(box.object)
        throw error
      }
      place.storeBytes(of: box.object, as: UnsafeMutableRawPointer.self)
    }
  }

  /// Creates a new value.
  ///
  /// - Parameters:
  ///   - model: The factory's own, which the caller holds.
  ///   - request: The request of the user's that it is created for; nil for a part of another creation.
  ///   - place: Where the value is to lie; it does so unless this throws.
  @usableFromInline
  func create(
    in model: Model, for request: UnsafePointer<CreationPath.Request>?,
    at place: UnsafeMutableRawPointer
  ) throws {
    if let createOtherwise {
      try createOtherwise(model, request, place)
    } else {
      try factory._withUnsafeGuaranteedRef { try $0.makeAnew(in: model, for: request, at: place) }
    }
    if isWhole { return }
    var next = place + offset
    for word in following {
      next.storeBytes(of: word, as: UInt.self)
      next += MemoryLayout<UInt>.size
    }
    if tagBytes > 0 { next.initializeMemory(as: UInt8.self, repeating: 0, count: tagBytes) }
  }
}

/// How values of a type lie in memory, as their witness table says.
enum ValueLayout {
  /// What an existential has room for, in bytes.
  static let existentialBuffer = 24

  static func size(of type: Any.Type) -> Int {
    witnesses(of: type).load(fromByteOffset: 64, as: Int.self)
  }

  /// Whether an existential has room for a value of the type itself, and not for a reference to a box.
  static func fitsInExistential(_ type: Any.Type) -> Bool {
    witnesses(of: type).load(fromByteOffset: 80, as: UInt32.self) & 0x0002_0000 == 0
  }

  /// Its address lies one word before the metadata.
  private static func witnesses(of type: Any.Type) -> UnsafeRawPointer {
    (unsafeBitCast(type, to: UnsafeRawPointer.self) - 8).load(as: UnsafeRawPointer.self)
  }
}

extension ExistentialShape {
  /// The addresses of the witness tables of a type's conformances, in the order in which an existential has them; nil if
  /// one of them is not there, or may hold on a global actor only.
  fileprivate func witnessTables(of type: Any.Type) -> [UInt]? {
    if isError { return nil }
    var tables: [UInt] = []
    for wanted in protocols {
      guard let table = wanted.witnessTable(of: type) else { return nil }
      // It begins with the address of the conformance's descriptor, which has flags at +12: whether the conformance belongs
      // to a global actor, and how many conditions it has. What meets a condition may belong to one too.
      let flags = table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
      if flags & (1 << 19 | 0xFF << 8) != 0 { return nil }
      tables.append(UInt(bitPattern: table))
    }
    return tables
  }
}
