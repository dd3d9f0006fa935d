import CAlchemicRuntime

/// A protocol as the runtime knows it.
///
/// Reading it is how a search asks "does this type conform?" with metatypes only: the language
/// has no such question for a protocol that is known at run time. The layouts are part of Swift's
/// ABI (`TargetProtocolDescriptor`, `TargetExistentialTypeMetadata`).
@usableFromInline
package struct ProtocolDescriptor: Equatable, @unchecked Sendable {
  // Proof: the address is of constant data in an image, which is never written.
  @usableFromInline
  package let address: UnsafeRawPointer

  @inlinable
  package init(address: UnsafeRawPointer) { self.address = address }

  /// The protocol of an existential type that names exactly one.
  package init?(of existential: Any.Type) {
    guard let shape = ExistentialShape(existential), shape.protocols.count == 1 else { return nil }
    self = shape.protocols[0]
  }

  /// The witness table of the type's conformance; nil if it does not conform.
  package func witnessTable(of type: Any.Type) -> UnsafeRawPointer? {
    swift_conformsToProtocol(unsafeBitCast(type, to: UnsafeRawPointer.self), address)
  }

  /// Whether whatever conforms to this protocol conforms to `other` too.
  @inline(never)
  package func refines(_ other: ProtocolDescriptor) -> Bool {
    self == other || inherited.contains { $0.refines(other) }
  }

  /// The protocols it names after its colon: requirements on `Self` in its signature.
  private var inherited: [ProtocolDescriptor] {
    let count = Int(address.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).compactMap { index in
      // Each requirement: flags (low five bits 0: a protocol), the subject, the protocol.
      let requirement = address + 24 + index * 12
      guard requirement.load(as: UInt32.self) & 0x1F == 0 else { return nil }
      let subject = requirement + 4
      let name = subject + Int(subject.load(as: Int32.self))
      // "x" is the mangled name of Self.
      guard name.load(as: UInt8.self) == UInt8(ascii: "x"),
        name.load(fromByteOffset: 1, as: UInt8.self) == 0
      else { return nil }
      let reference = requirement + 8
      let offset = reference.load(as: Int32.self)
      // Bit 1 marks a protocol of Objective-C.
      guard offset & 2 == 0 else { return nil }
      let target = reference + Int(offset & ~3)
      return (offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self))
        .map { ProtocolDescriptor(address: $0) }
    }
  }
}

/// Asks whether types conform to protocols, for the layer above.
package enum ConformanceQuery {
  /// The witness table of the type's conformance to a protocol; nil if it does not conform.
  ///
  /// - Parameters:
  ///   - type: Any type.
  ///   - existential: The protocol, as `(any P).self`.
  package static func witnessTable(
    of type: Any.Type, for existential: Any.Type
  ) -> UnsafeRawPointer? {
    ProtocolDescriptor(of: existential)?.witnessTable(of: type)
  }
}

/// What an existential type `any P & Q`, `any Base & P` asks of a type.
package struct ExistentialShape: Sendable {
  package let isClassBound: Bool
  /// Whether it is an error, which lies in a box of its own.
  package let isError: Bool
  package let superclass: Any.Type?
  package let protocols: [ProtocolDescriptor]
  /// Whether it has any value, with its type and witness tables behind.
  package var isOpaque: Bool { !isClassBound && !isError }

  /// - Returns: Nil if the type is no existential, or one with arguments (`any P<Int>`), which is
  ///   found by its exact type only.
  @inline(never)
  package init?(_ type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == 0x303 else { return nil }
    let flags = metadata.load(fromByteOffset: 8, as: UInt32.self)
    let count = Int(metadata.load(fromByteOffset: 12, as: UInt32.self))
    isClassBound = flags & 0x8000_0000 == 0
    isError = flags & 0x3F00_0000 != 0
    var next = metadata + 16
    if flags & 0x4000_0000 != 0 {
      superclass = next.load(as: Any.Type.self)
      next += MemoryLayout<UnsafeRawPointer>.size
    } else {
      superclass = nil
    }
    let first = next
    protocols = (0..<count).map { index in
      ProtocolDescriptor(
        address: first.load(
          fromByteOffset: index * MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self))
    }
  }
}
