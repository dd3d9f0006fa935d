/// What kind of type something is, by the first word of its metadata (`MetadataKind` in Swift's
/// ABI).
///
/// A cast would say so too. But one that fails has looked through the conformances of all images,
/// and there is one such failure for each type that a model has.
@usableFromInline
package enum TypeKind {
  @inlinable
  package static func number(of type: Any.Type) -> UInt { Record(of: type).load() }

  @inlinable
  package static func isClass(_ type: Any.Type) -> Bool {
    let kind = number(of: type)
    // 0, or an address, is a class; 0x203 and 0x305 are those of C and of Objective-C.
    return kind == 0 || kind > 0x7FF || kind == 0x203 || kind == 0x305
  }

  package static func isStruct(_ type: Any.Type) -> Bool { number(of: type) == 0x200 }

  @inlinable
  package static func isOptional(_ type: Any.Type) -> Bool { number(of: type) == 0x202 }

  package static func isFunction(_ type: Any.Type) -> Bool { number(of: type) == 0x302 }

  /// Whether a type is a protocol's, also one with arguments: `any P<Int>` is the second.
  package static func isExistential(_ type: Any.Type) -> Bool {
    number(of: type) == 0x303 || isConstrainedExistential(type)
  }

  /// Whether a type is that of a protocol with arguments: `any P<Int>`.
  package static func isConstrainedExistential(_ type: Any.Type) -> Bool {
    number(of: type) == 0x307
  }

  /// Whether a type is an array: a struct with the descriptor of all arrays.
  package static func isArray(_ type: Any.Type) -> Bool {
    isStruct(type) && ContextDescriptor(of: type) == ContextDescriptor(of: [Int].self)
  }

  /// What an optional is an optional of; nil for another type.
  package static func wrapped(in type: Any.Type) -> Any.Type? {
    // Behind the kind and the descriptor.
    isOptional(type) ? Record(of: type).load(16) : nil
  }
}
