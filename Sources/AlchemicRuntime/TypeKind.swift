/// What kind of type something is, by the first word of its metadata (`MetadataKind` in Swift's
/// ABI).
///
/// A cast would say so too. But one that fails has looked through the conformances of all images,
/// and there is one such failure for each type that a model has.
@usableFromInline
package enum TypeKind {
  @inlinable
  package static func isClass(_ type: Any.Type) -> Bool {
    let kind = number(of: type)
    // 0, or an address, is a class; 0x203 and 0x305 are those of C and of Objective-C.
    return kind == 0 || kind > 0x7FF || kind == 0x203 || kind == 0x305
  }

  @inlinable
  package static func isOptional(_ type: Any.Type) -> Bool { number(of: type) == 0x202 }

  @inlinable
  package static func isFunction(_ type: Any.Type) -> Bool { number(of: type) == 0x302 }

  /// Whether a type is a protocol's, also one with arguments: `any P<Int>` is the second.
  @inlinable
  package static func isExistential(_ type: Any.Type) -> Bool {
    let kind = number(of: type)
    return kind == 0x303 || kind == 0x307
  }

  /// Whether a value is a reference to one object and what follows from the type of that: a class,
  /// a protocol that only classes have, or an optional of those.
  @usableFromInline
  package static func isReference(_ type: Any.Type) -> Bool {
    let type = wrapped(in: type) ?? type
    return isClass(type) || isClassBound(type)
  }

  /// Whether a value is an existential that may have an object, or another value, or an optional of
  /// one.
  @usableFromInline
  package static func isOpaqueExistential(_ type: Any.Type) -> Bool {
    ExistentialShape(wrapped(in: type) ?? type)?.isOpaque ?? false
  }

  /// What an optional is an optional of; nil for another type.
  package static func wrapped(in type: Any.Type) -> Any.Type? {
    guard isOptional(type) else { return nil }
    // Behind the kind and the descriptor.
    return unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 16, as: Any.Type.self)
  }

  /// Whether a type is that of a protocol, or several, without arguments, that only classes have.
  /// `any Error & AnyObject` does not count: an error lies in a box of its own.
  private static func isClassBound(_ type: Any.Type) -> Bool {
    guard number(of: type) == 0x303 else { return false }
    let flags = unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 8, as: UInt32.self)
    return flags & 0x8000_0000 == 0 && flags & 0x3F00_0000 == 0
  }

  @inlinable
  package static func isStruct(_ type: Any.Type) -> Bool { number(of: type) == 0x200 }

  @inlinable
  package static func number(of type: Any.Type) -> UInt {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
  }

  /// Whether a type is an array: a struct with the descriptor of all arrays.
  package static func isArray(_ type: Any.Type) -> Bool {
    isStruct(type) && descriptor(ofValue: type) == descriptor(ofValue: [Int].self)
  }

  /// The descriptor of a struct, an enum or an optional.
  private static func descriptor(ofValue type: Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 8, as: UnsafeRawPointer.self)
  }
}

/// Whether a type is a structure.
package func isStructure(_ type: Any.Type) -> Bool { TypeKind.isStruct(type) }
