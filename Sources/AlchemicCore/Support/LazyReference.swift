import Synchronization

/// One object that is made on first use and then stays: what an upper layer adds to an object of a lower one.
///
/// As `AtomicLazyReference` of the Synchronization module, without the type: the upper layer has that, and with an existential
/// the one of the standard library takes 700 instructions for a load (Swift 6.2), since it is not specialised.
package struct LazyReference: ~Copyable, Sendable {
  /// The address of the object, which this retains; 0 until there is one.
  private let address = Atomic<UInt>(0)

  package init() {}

  deinit { reference?.release() }

  /// The object, if there is one; for a caller that keeps this.
  package var reference: Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      .map { Unmanaged.fromOpaque($0) }
  }

  /// Whether there is an object.
  package var isStored: Bool { address.load(ordering: .acquiring) != 0 }

  /// Returns the object; `make` makes it if there is none.
  package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    // All callers store objects of one class, so the casts cannot fail.
    if let present = reference?.takeUnretainedValue() {
      return unsafeDowncast(present, to: Object.self)
    }
    let made = Unmanaged.passRetained(make() as AnyObject)
    let (isFirst, present) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if !isFirst { made.release() }
    let kept =
      isFirst ? made : UnsafeRawPointer(bitPattern: present).map { .fromOpaque($0) } ?? made
    return unsafeDowncast(kept.takeUnretainedValue(), to: Object.self)
  }
}
