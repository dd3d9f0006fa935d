public import Synchronization

/// An optional reference to an object, which threads exchange without a lock.
///
/// It does not retain the object. Each use states the owner of the object, or retains it.
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

  /// - Returns: The reference that was stored before.
  @inlinable
  package func exchange(for object: Borrowed<Object>) -> Borrowed<Object>? {
    Borrowed(at: address.exchange(object.address, ordering: .acquiringAndReleasing))
  }

  /// Empties the reference.
  ///
  /// - Returns: The reference that was stored before.
  @inlinable
  package func take() -> Borrowed<Object>? {
    Borrowed(at: address.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Stores an object if there is none.
  ///
  /// - Returns: The reference that was stored before; nil if the new one is stored now.
  @inlinable
  package func storeIfNil(_ object: Borrowed<Object>) -> Borrowed<Object>? {
    Borrowed(
      at: address.compareExchange(
        expected: 0, desired: object.address, ordering: .acquiringAndReleasing
      ).original)
  }
}
