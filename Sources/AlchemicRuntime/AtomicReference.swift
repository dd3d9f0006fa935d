public import Synchronization

/// A reference to an object, or none, that threads exchange without a lock.
///
/// It does not keep the object: whoever has one says who does, or retains what is stored.
@usableFromInline
package struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
  @usableFromInline let address: Atomic<UInt>

  @inlinable
  package init(_ object: Borrowed<Object>? = nil) { address = Atomic(object?.address ?? 0) }

  @inlinable @inline(__always)
  package func load() -> Borrowed<Object>? { Borrowed(at: address.load(ordering: .acquiring)) }

  @inlinable @inline(__always)
  package func store(_ object: Borrowed<Object>?) {
    address.store(object?.address ?? 0, ordering: .releasing)
  }

  /// - Returns: What was stored before.
  @inlinable
  package func exchange(for object: Borrowed<Object>) -> Borrowed<Object>? {
    Borrowed(at: address.exchange(object.address, ordering: .acquiringAndReleasing))
  }

  /// Stores an object if there is none.
  ///
  /// - Returns: The one that was there; nil if this one is stored now.
  @inlinable
  package func storeIfNil(_ object: Borrowed<Object>) -> Borrowed<Object>? {
    Borrowed(
      at: address.compareExchange(
        expected: 0, desired: object.address, ordering: .acquiringAndReleasing
      ).original)
  }
}
