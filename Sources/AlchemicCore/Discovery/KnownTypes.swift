/// Types that need not be found again, by the address of what describes them: metadata, or the descriptor of
/// a type of which there is no metadata.
package struct KnownTypes: Sendable {
  // Of the type that other sets are of too: a further one is 2 KB of code, and work for each start.
  private var addresses: Set<ObjectIdentifier> = []

  package init() {}

  var isEmpty: Bool { addresses.isEmpty }

  mutating func insert(_ type: Any.Type) {
    addresses.insert(ObjectIdentifier(type))
  }

  mutating func insert(_ type: TypeDescriptor) {
    addresses.insert(type.id)
  }

  func contains(_ type: Any.Type) -> Bool {
    addresses.contains(ObjectIdentifier(type))
  }

  func contains(_ type: TypeDescriptor) -> Bool {
    addresses.contains(type.id)
  }

  /// Those of both.
  package func union(_ other: KnownTypes) -> KnownTypes {
    var result = self
    result.addresses.formUnion(other.addresses)
    return result
  }
}

extension TypeDescriptor {
  /// An identity is an address; no type's metadata lies where a descriptor does.
  fileprivate var id: ObjectIdentifier { unsafeBitCast(address, to: ObjectIdentifier.self) }
}
