/// Types that need not be found again, by the address of what describes them: metadata, or the descriptor of
/// a type of which there is no metadata.
///
/// A list: a start adds to it and looks nothing up. Who looks for many makes a ``Lookup`` first.
package struct KnownTypes: Sendable {
  private var addresses: [UInt] = []

  package init() {}

  var isEmpty: Bool { addresses.isEmpty }

  mutating func reserveCapacity(_ count: Int) { addresses.reserveCapacity(addresses.count + count) }

  mutating func insert(_ type: Any.Type) {
    addresses.append(UInt(bitPattern: ObjectIdentifier(type)))
  }

  mutating func insert(_ type: TypeDescriptor) {
    addresses.append(UInt(bitPattern: type.address))
  }

  /// Those of both.
  package func union(_ other: KnownTypes) -> KnownTypes {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    var result = self
    result.addresses = Array(Set(addresses).union(other.addresses))
    return result
  }

  /// The same types, to ask for them.
  struct Lookup {
    private let addresses: Set<UInt>

    init(_ types: KnownTypes) { addresses = Set(types.addresses) }

    var isEmpty: Bool { addresses.isEmpty }

    func contains(_ type: Any.Type) -> Bool {
      addresses.contains(UInt(bitPattern: ObjectIdentifier(type)))
    }

    func contains(_ type: TypeDescriptor) -> Bool {
      addresses.contains(UInt(bitPattern: type.address))
    }
  }
}
