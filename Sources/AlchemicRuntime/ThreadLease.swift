public import CAlchemicRuntime

/// The one object that the calling thread has on lease: it retains the object, because it may be
/// reading it.
///
/// All threads read the object at a hot word without counting its readers, so nobody knows when
/// the last of them has left it. Therefore each thread retains the object that it has found there,
/// until it finds another one or ends. A read only compares two addresses. A thread that reads
/// nothing any more keeps the last object, which must then be small.
@usableFromInline
package enum ThreadLease {
  /// Returns the object at an address, if it is the one that the calling thread has on lease.
  ///
  /// - Parameter address: The address of an object, or 0, which is on lease to nobody.
  /// - Complexity: A load and a comparison.
  @inlinable @inline(__always)
  package static func object<Object>(at address: UInt) -> Borrowed<Object>? {
    guard address == alchemic_lease() else { return nil }
    return Borrowed(.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped))
  }

  /// Takes over a retained object, and releases the former one.
  ///
  /// The caller is not using the former object, or has another reference to what it uses of it.
  package static func take<Object>(_ object: Borrowed<Object>) {
    Borrowed<AnyObject>(at: alchemic_exchange_lease(object.address))?.release(times: 1)
  }
}
