import Synchronization

/// A place for one object that is made on first use and then stays: what an upper layer attaches.
package struct Attachment: ~Copyable, Sendable {
  /// The address of the object, which this retains; 0 until there is one.
  private let address = Atomic<UInt>(0)

  package init() {}

  deinit { reference?.release() }

  /// The object that is attached, if there is one; for who keeps this.
  package var reference: Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      .map { Unmanaged.fromOpaque($0) }
  }

  /// Whether there is an object.
  package var isThere: Bool { address.load(ordering: .acquiring) != 0 }

  /// The object that is attached; `make` makes it if there is none.
  package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    // Everybody attaches objects of one class to one place, so the casts cannot fail.
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
