import CAlchemicRuntime

/// A record that a type conforms to a protocol, which the compiler writes into an image
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

  /// The descriptor of the conforming type; nil for a type of another language. Bits 3 to 5 of the
  /// flags specify the kind of the reference to the type.
  package var typeDescriptor: ContextDescriptor? {
    switch (flags >> 3) & 7 {
    case 0: ContextDescriptor(record.target(4))
    case 1: record.target(4).load()
    default: nil
    }
  }

  private var flags: UInt32 { record.load(12) }

  /// Whether the conformance is isolated to a global actor.
  package var isIsolated: Bool { flags & (1 << 19) != 0 }

  /// Whether the conformance has conditions, for example on the arguments of a generic type.
  package var isConditional: Bool { flags & (0xFF << 8) != 0 }

  /// Returns a type that is not generic as a metatype of the record's protocol.
  ///
  /// A cast has the same result, but it searches all records for each type. A metatype of a
  /// protocol consists of the type and the witness table (`TargetExistentialTypeMetadata` and the
  /// metatypes that it describes).
  package func type<Conforming>(
    of descriptor: ContextDescriptor, as _: Conforming.Type
  ) -> Conforming {
    let type = descriptor.metadata()
    let table = swift_getWitnessTable(address, Record(of: type).address, nil)
    return unsafeBitCast((type, table), to: Conforming.self)
  }
}

/// The functions that implement the conformance of a type to a protocol.
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

  /// The word that an existential contains.
  package var word: UInt { UInt(bitPattern: record.address) }

  package var conformance: ConformanceRecord { ConformanceRecord(record.load()) }
}
