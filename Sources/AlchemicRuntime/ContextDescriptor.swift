import CAlchemicRuntime

/// The compiler's description of a type, a protocol or a module, with its name and its context.
///
/// All descriptors have a common beginning (`TargetContextDescriptor` in Swift's ABI).
@usableFromInline
package struct ContextDescriptor: Equatable, Sendable {
  @usableFromInline package let record: Record

  @inlinable @inline(__always)
  package init(_ record: Record) { self.record = record }

  /// The descriptor of a type; nil if the type has none, and for all classes on Apple's platforms,
  /// where their layout differs.
  @inline(__always)
  package init?(of type: Any.Type) {
    let metadata = Record(of: type)
    switch TypeKind.number(of: type) {
    case 0x200, 0x201, 0x202: self.init(metadata.load(8))
    #if !canImport(ObjectiveC)
    case 0:
      guard let record = metadata.load(40, as: Record?.self) else { return nil }
      self.init(record)
    #endif
    default: return nil
    }
  }

  @inlinable @inline(__always)
  package static func == (a: Self, b: Self) -> Bool { a.record.address == b.record.address }

  /// The address as an identity. No metadata of a type has the same address.
  package var id: ObjectIdentifier { unsafeBitCast(record, to: ObjectIdentifier.self) }

  // MARK: Kind

  /// The low five bits are the kind. Bit 7 marks a generic context, bit 18 an imported type.
  @inlinable
  package var flags: UInt32 { record.load() }

  @inlinable
  package var isGeneric: Bool { flags & 0x80 != 0 }
  package var isClass: Bool { flags & 0x1F == 16 }
  var isStruct: Bool { flags & 0x1F == 17 }
  private var isModule: Bool { flags & 0x1F == 0 }
  /// Whether this is the context of private or local declarations, which has no name.
  private var isAnonymous: Bool { flags & 0x1F == 2 }

  // MARK: Names

  /// The name without module and scope.
  package var name: String { String(decoding: nameRecord.text, as: UTF8.self) }

  /// The location of the name.
  var nameRecord: Record { record.target(8) }

  private var parent: ContextDescriptor? { record.indirectTarget(4).map { Self($0) } }

  /// The module or the type that contains a type.
  @inline(__always)
  var scope: ContextDescriptor? {
    var context = parent
    while let next = context, next.isAnonymous { context = next.parent }
    return context
  }

  /// The name of the module; empty if there is none.
  package var module: String {
    var context = self
    while !context.isModule {
      guard let parent = context.parent else { return "" }
      context = parent
    }
    return context.name
  }

  /// The name with the module, without the enclosing types.
  package var qualifiedName: String { "\(module).\(name)" }

  /// Whether this is a type whose name is that in the descriptor. The kinds 16 to 18 are classes,
  /// structs and enums.
  var isNamed: Bool { (16...18).contains(flags & 0x1F) && flags & 0x4_0000 == 0 }

  /// Whether this is a module, or a type whose name consists of those of a module and of types that
  /// are not generic.
  @inline(__always)
  var isPlain: Bool { isModule || isPlainType }

  private var isPlainType: Bool { isNamed && !isGeneric && scope?.isPlain ?? false }

  /// The names of the module and the types, each followed by a dot; empty if not plain.
  var path: [UInt8] {
    guard isPlain else { return [] }
    return (scope?.path ?? []) + nameRecord.text + [UInt8(ascii: ".")]
  }

  /// Whether this is a class, a structure or an enumeration of the program: neither of the standard
  /// library nor of Alchemic.
  package var isProgramType: Bool {
    guard isNamed, !isOfAlchemic else { return false }
    let module = module
    return !module.hasPrefix("_") && !module.hasPrefix("Foundation")
      && !["Swift", "Glibc", "Musl", "Dispatch", "Synchronization", "Testing", "XCTest"]
        .contains(module)
  }

  /// Whether the type is declared in one of Alchemic's own modules.
  package var isOfAlchemic: Bool {
    ["AlchemicCore", "AlchemicInject", "AlchemicFoundation", "AlchemicAutostart"].contains(module)
  }

  // MARK: Stored properties

  /// Whether a class or a structure has stored properties, but its module was compiled without
  /// reflection metadata, so that they have no names and no types.
  ///
  /// +16 is the description of the fields. Their number follows it in a structure. In a class, the
  /// superclass and three numbers are in between.
  var hidesFields: Bool {
    record.load(16, as: Int32.self) == 0
      && (isClass && record.load(36, as: UInt32.self) > 0
        || isStruct && record.load(20, as: UInt32.self) > 0)
  }

  // MARK: Metadata

  /// Returns the complete metadata of a type that is not generic; +12 is its access function.
  package func metadata() -> Any.Type {
    unsafeBitCast(alchemic_metadata(record.target(12).address).type, to: Any.Type.self)
  }
}
