/// Types that need not be found again, by the address of what describes them: metadata, or the descriptor of
/// a type of which there is no metadata.
package struct KnownTypes: Sendable {
  private var addresses: Set<UInt> = []

  package init() {}

  var isEmpty: Bool { addresses.isEmpty }

  mutating func reserveCapacity(_ count: Int) { addresses.reserveCapacity(addresses.count + count) }

  mutating func insert(_ type: Any.Type) {
    addresses.insert(UInt(bitPattern: ObjectIdentifier(type)))
  }

  mutating func insert(_ type: TypeDescriptor) {
    addresses.insert(UInt(bitPattern: type.address))
  }

  func contains(_ type: Any.Type) -> Bool {
    addresses.contains(UInt(bitPattern: ObjectIdentifier(type)))
  }

  func contains(_ type: TypeDescriptor) -> Bool {
    addresses.contains(UInt(bitPattern: type.address))
  }

  /// Those of both.
  package func union(_ other: KnownTypes) -> KnownTypes {
    var result = self
    result.addresses.formUnion(other.addresses)
    return result
  }
}
