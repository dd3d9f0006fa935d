import AlchemicRuntime

/// Types that need not be found again, by the address of what describes them: metadata, or the
/// descriptor of a type of which there is no metadata.
///
/// A list: a start adds to it and looks nothing up.
package struct KnownTypes: Sendable {
  // As what other sets are of too: a further type is 2 KB of code, and work for each start.
  private var addresses: [ObjectIdentifier] = []

  package init() {}

  var isEmpty: Bool { addresses.isEmpty }

  mutating func reserveCapacity(_ count: Int) { addresses.reserveCapacity(addresses.count + count) }

  mutating func insert(_ type: Any.Type) { addresses.append(ObjectIdentifier(type)) }

  mutating func insert(_ type: ContextDescriptor) { addresses.append(type.id) }

  /// Those of both.
  package func union(_ other: KnownTypes) -> KnownTypes {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    var result = self
    result.addresses = Array(lookup.union(other.addresses))
    return result
  }

  /// The same types, to ask for many.
  var lookup: Set<ObjectIdentifier> { Set(addresses) }
}
