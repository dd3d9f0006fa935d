/// The kind of a type, which is the first word of its metadata (`MetadataKind` in Swift's ABI).
///
/// A cast gives the same answer. But a cast that fails searches the conformances of all images, and
/// one fails for each type of a model.
@usableFromInline
package enum TypeKind {
  @inlinable
  package static func number(of type: Any.Type) -> UInt { Record(of: type).load() }

  @inlinable
  package static func isClass(_ type: Any.Type) -> Bool {
    let kind = number(of: type)
    // 0 and addresses are classes. 0x203 and 0x305 are classes of C and of Objective-C.
    return kind == 0 || kind > 0x7FF || kind == 0x203 || kind == 0x305
  }

  package static func isStruct(_ type: Any.Type) -> Bool { number(of: type) == 0x200 }

  @inlinable
  package static func isOptional(_ type: Any.Type) -> Bool { number(of: type) == 0x202 }

  /// Returns whether a type is the type of a type, as `Int.Type` and `any P.Type`.
  package static func isMetatype(_ type: Any.Type) -> Bool {
    [0x304, 0x306].contains(number(of: type))
  }

  package static func isFunction(_ type: Any.Type) -> Bool { number(of: type) == 0x302 }

  /// Returns whether a type is a protocol type, also with arguments, as `any P<Int>`.
  package static func isExistential(_ type: Any.Type) -> Bool {
    number(of: type) == 0x303 || isConstrainedExistential(type)
  }

  /// Returns whether a type is a protocol type with arguments, as `any P<Int>`.
  package static func isConstrainedExistential(_ type: Any.Type) -> Bool {
    number(of: type) == 0x307
  }

  /// Returns whether a type is an array: a struct with the descriptor of all arrays.
  package static func isArray(_ type: Any.Type) -> Bool {
    isStruct(type) && isOfSameGeneric(type, as: [Int].self)
  }

  /// Returns whether a type is a dictionary whose keys are strings.
  package static func isMap(_ type: Any.Type) -> Bool {
    // The types of the keys and the values follow the kind and the descriptor.
    isStruct(type) && isOfSameGeneric(type, as: [String: Int].self)
      && Record(of: type).load(16, as: Any.Type.self) == String.self
  }

  /// Returns the type of the values of a dictionary whose keys are not strings; nil for others.
  package static func valuesOfOtherMap(_ type: Any.Type) -> Any.Type? {
    isStruct(type) && isOfSameGeneric(type, as: [String: Int].self) && !isMap(type)
      ? Record(of: type).load(24, as: Any.Type.self) : nil
  }

  /// Returns whether two structs or enums are instances of one generic type, which is their common
  /// descriptor.
  package static func isOfSameGeneric(_ type: Any.Type, as other: Any.Type) -> Bool {
    ContextDescriptor(of: type) == ContextDescriptor(of: other)
  }

  /// Returns whether a type has type arguments.
  package static func isGeneric(_ type: Any.Type) -> Bool {
    ContextDescriptor(of: type)?.isGeneric ?? false
  }

  /// Returns the type that an optional wraps; nil for another type.
  package static func wrapped(in type: Any.Type) -> Any.Type? {
    // The wrapped type follows the kind and the descriptor.
    isOptional(type) ? Record(of: type).load(16) : nil
  }
}
