/// The requirements of an existential type, for example `any P & Q` or `any Base & P`
/// (`TargetExistentialTypeMetadata` in Swift's ABI).
package struct ExistentialShape: Sendable {
  package let isClassBound: Bool
  /// Whether this is an error, which is stored in a box of its own.
  package let isError: Bool
  package let superclass: Any.Type?
  package let protocols: [ContextDescriptor]
  /// Whether the type names several protocols, or a class and protocols.
  package var isComposition: Bool { protocols.count + (superclass == nil ? 0 : 1) > 1 }

  /// - Returns: Nil if the type is no existential, or one with arguments (`any P<Int>`), which a
  ///   search finds by its exact type only.
  @inline(never)
  package init?(_ type: Any.Type) {
    guard TypeKind.number(of: type) == 0x303 else { return nil }
    let metadata = Record(of: type)
    let flags: UInt32 = metadata.load(8)
    isClassBound = flags & 0x8000_0000 == 0
    isError = flags & 0x3F00_0000 != 0
    let hasSuperclass = flags & 0x4000_0000 != 0
    superclass = hasSuperclass ? metadata.load(16) : nil
    protocols = (0..<Int(metadata.load(12, as: UInt32.self))).map {
      metadata.load((hasSuperclass ? 24 : 16) + 8 * $0)
    }
  }
}

/// Conformance tests with metatypes only: the language has no such test for a protocol that is
/// known at run time.
extension ContextDescriptor {
  /// The protocol of an existential type that names exactly one.
  package init?(ofProtocol existential: Any.Type) {
    guard let shape = ExistentialShape(existential), shape.protocols.count == 1 else { return nil }
    self = shape.protocols[0]
  }

  /// The protocol of an existential type whose name is that of the protocol. Takes less time than
  /// an ``ExistentialShape``.
  init?(ofNamesake existential: Any.Type) {
    guard TypeKind.number(of: existential) == 0x303 else { return nil }
    let metadata = Record(of: existential)
    let flags: UInt32 = metadata.load(8)
    // No superclass, one protocol, and a protocol of Swift.
    guard flags & 0x4000_0000 == 0, metadata.load(12, as: UInt32.self) == 1,
      metadata.load(16, as: UInt.self) & 1 == 0
    else { return nil }
    self = metadata.load(16)
    // Only objects conform to `any P & AnyObject`, although others may conform to its protocol.
    guard (flags & 0x8000_0000 == 0) == (self.flags & 0x1_0000 == 0) else { return nil }
  }

  /// Returns whether every type that conforms to this protocol conforms to `other` too.
  @inline(never)
  package func refines(_ other: ContextDescriptor) -> Bool {
    self == other || inheritedProtocols.contains { $0.refines(other) }
  }

  /// The protocols that this one inherits: requirements on `Self` in its signature
  /// (`TargetProtocolDescriptor`).
  private var inheritedProtocols: [ContextDescriptor] {
    (0..<Int(record.load(12, as: UInt32.self))).compactMap { index in
      // A requirement has flags (low five bits 0: a protocol), the subject and the protocol.
      let requirement = 24 + 12 * index
      guard record.load(requirement, as: UInt32.self) & 0x1F == 0,
        // "x" is the mangled name of Self.
        record.target(requirement + 4).text.elementsEqual("x".utf8),
        // This bit marks a protocol of Objective-C.
        record.load(requirement + 8, as: Int32.self) & 2 == 0
      else { return nil }
      return record.indirectTarget(requirement + 8).map { ContextDescriptor($0) }
    }
  }
}
