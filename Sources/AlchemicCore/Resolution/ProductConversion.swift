import CAlchemicRuntime

/// How the product of a template becomes a value of a requested type, without a cast.
///
/// An object, an existential of one and an optional of either begin with the same word: the reference. A structure begins
/// an optional of itself, and an existential if it fits in one. The bytes that follow are the same for every product of a
/// factory: type metadata, witness tables, the tag of an optional. So a product is created in the memory of the value, and
/// these bytes are copied behind it. They are worked out once for each factory and requested type.
///
/// The layouts are part of Swift's ABI (docs/ABI/TypeLayout.rst in the Swift repository).
@usableFromInline
package final class ProductConversion: Sendable {
  /// Lives as long as the model.
  private let factory: Unmanaged<AnyObjectFactory>
  /// Metadata of a product that is too large for an existential, and lies in a box of its own.
  private let boxedProduct: Any.Type?
  /// Where the bytes begin that follow the product.
  private let offset: Int
  private let following: [UInt8]

  /// - Parameters:
  ///   - factory: One whose product fits the type.
  ///   - size: The size of a value of the type, in bytes.
  /// - Returns: Nil if the factory is no template, or one that has to be awaited or may create nothing; and if such a value
  ///   has to be cast from a product: an existential from another one, an error, and a conformance that holds on the main
  ///   actor only.
  convenience init?<Value>(of factory: AnyObjectFactory?, to type: Value.Type) {
    guard let factory, factory.canMakeAnew else { return nil }
    self.init(factory, to: type, size: MemoryLayout<Value>.size)
  }

  private init?(_ factory: AnyObjectFactory, to type: Any.Type, size: Int) {
    let product = factory.facts.product
    var target = type
    while let wrapped = TypeKind.wrapped(in: target) { target = wrapped }
    var words: [UnsafeRawPointer] = []
    var (offset, isBoxed) = (ValueLayout.size(of: product), false)
    if target != product, !(TypeKind.isClass(target) && TypeKind.isClass(product)) {
      guard !TypeKind.isExistential(product), let existential = ExistentialShape(target),
        let tables = existential.witnessTables(of: product)
      else { return nil }
      if !existential.isClassBound {
        offset = ValueLayout.existentialBuffer
        isBoxed = !ValueLayout.fitsInExistential(product)
        words.append(unsafeBitCast(product, to: UnsafeRawPointer.self))
      }
      words += tables
    }
    self.factory = .passUnretained(factory)
    self.offset = offset
    boxedProduct = isBoxed ? product : nil
    var following = words.withUnsafeBytes { Array($0) }
    // The tags of optionals that have something.
    following += [UInt8](repeating: 0, count: size - offset - following.count)
    self.following = following
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
    try factory._withUnsafeGuaranteedRef { factory in
      if let boxedProduct {
        try createBoxed(boxedProduct, factory, in: model, for: request, at: place)
      } else {
        try factory.makeAnew(in: model, for: request, at: place)
      }
    }
    if following.isEmpty { return }
    following.withUnsafeBytes {
      (place + offset).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count)
    }
  }

  @inline(never)
  private func createBoxed(
    _ product: Any.Type, _ factory: AnyObjectFactory, in model: Model,
    for request: UnsafePointer<CreationPath.Request>?, at place: UnsafeMutableRawPointer
  ) throws {
    let box = alchemic_allocate_box(unsafeBitCast(product, to: UnsafeRawPointer.self))
    do {
      try factory.makeAnew(in: model, for: request, at: box.value)
    } catch {
      swift_deallocBox(box.object)
      throw error
    }
    place.storeBytes(of: box.object, as: UnsafeMutableRawPointer.self)
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

  /// It lies one word before the metadata.
  private static func witnesses(of type: Any.Type) -> UnsafeRawPointer {
    (unsafeBitCast(type, to: UnsafeRawPointer.self) - 8).load(as: UnsafeRawPointer.self)
  }
}

extension ExistentialShape {
  /// The witness tables of a type's conformances, in the order in which an existential has them; nil if one of them is
  /// not there, or holds on a global actor only.
  fileprivate func witnessTables(of type: Any.Type) -> [UnsafeRawPointer]? {
    if isError { return nil }
    var tables: [UnsafeRawPointer] = []
    for wanted in protocols {
      guard let table = wanted.witnessTable(of: type) else { return nil }
      // It begins with the address of the conformance's descriptor, which has flags at +12.
      let flags = table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
      if flags & (1 << 19) != 0 { return nil }
      tables.append(table)
    }
    return tables
  }
}
