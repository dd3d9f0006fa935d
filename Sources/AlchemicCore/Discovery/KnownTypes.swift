import AlchemicRuntime

/// Types that a scan skips, by the address of their metadata, or of their descriptor if a type has
/// no metadata.
///
/// The addresses are in an array, since a start adds many and looks up none.
package struct KnownTypes: Sendable {
  // Other sets have the same element type: a further one costs 2 KB of code, and time at start.
  private var addresses: [ObjectIdentifier] = []

  package init() {}

  var isEmpty: Bool { addresses.isEmpty }

  mutating func reserveCapacity(_ count: Int) { addresses.reserveCapacity(addresses.count + count) }

  mutating func insert(_ type: Any.Type) { addresses.append(ObjectIdentifier(type)) }

  mutating func insert(_ type: ContextDescriptor) { addresses.append(type.id) }

  /// - Complexity: O(*n*) in the types; aspects add few.
  func contains(_ type: Any.Type) -> Bool { addresses.contains(ObjectIdentifier(type)) }

  /// Returns the types of both lists.
  package func union(_ other: KnownTypes) -> KnownTypes {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    var result = self
    result.addresses = Array(lookup.union(other.addresses))
    return result
  }

  /// The same types as a set, for many lookups.
  var lookup: Set<ObjectIdentifier> { Set(addresses) }
}
