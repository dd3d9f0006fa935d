import CAlchemicRuntime

/// One record of "this type conforms to that protocol", as the compiler leaves it in an image
/// (`TargetProtocolConformanceDescriptor` in Swift's ABI).
@usableFromInline
package struct ConformanceRecord: Sendable {
  @usableFromInline let record: Record

  @inlinable @inline(__always)
  init(_ record: Record) { self.record = record }

  package var address: UnsafeRawPointer { record.address }

  @inlinable @inline(__always)
  package var protocolDescriptor: ContextDescriptor? {
    record.indirectTarget(0).map { ContextDescriptor($0) }
  }

  /// Nil where the conforming type is not one of Swift's; bits 3 to 5 of the flags say how it is
  /// referred to.
  package var typeDescriptor: ContextDescriptor? {
    switch (flags >> 3) & 7 {
    case 0: ContextDescriptor(record.target(4))
    case 1: record.target(4).load()
    default: nil
    }
  }

  private var flags: UInt32 { record.load(12) }

  /// Whether it holds on a global actor only.
  package var isIsolated: Bool { flags & (1 << 19) != 0 }

  /// Whether it has conditions, as of a generic type's arguments.
  package var isConditional: Bool { flags & (0xFF << 8) != 0 }

  /// A type that is not generic as one that conforms to the record's protocol, which the caller
  /// names.
  ///
  /// A cast would say the same, and look for the record among all there are: for each type. A
  /// metatype of a protocol's is the type and the witness table (`TargetExistentialTypeMetadata`
  /// and what it describes).
  package func type<Conforming>(
    of descriptor: ContextDescriptor, as _: Conforming.Type
  ) -> Conforming {
    let type = descriptor.metadata()
    let table = swift_getWitnessTable(address, Record(of: type).address, nil)
    return unsafeBitCast((type, table), to: Conforming.self)
  }
}

/// The functions with which a type conforms to a protocol.
package struct WitnessTable {
  private let record: Record

  /// - Returns: Nil if the type does not conform.
  package init?(of type: Any.Type, for protocolDescriptor: ContextDescriptor) {
    guard
      let table = swift_conformsToProtocol(
        Record(of: type).address, protocolDescriptor.record.address)
    else { return nil }
    record = Record(at: table)
  }

  /// As an existential has it.
  package var word: UInt { UInt(bitPattern: record.address) }

  package var conformance: ConformanceRecord { ConformanceRecord(record.load()) }
}
