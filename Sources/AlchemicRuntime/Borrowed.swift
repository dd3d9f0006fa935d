public import CAlchemicRuntime

/// An unmanaged reference: another owner keeps the object alive.
///
/// Each use states the owner of the object. A hot path thus avoids retains, with which all threads
/// would contend for one counter.
@usableFromInline
package struct Borrowed<Object: AnyObject>: Equatable {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  @inlinable @inline(__always)
  init(_ reference: Unmanaged<Object>) { self.reference = reference }

  /// - Parameter address: The address of an object of the type, or 0.
  @inlinable @inline(__always)
  package init?(at address: UInt) {
    guard let address = UnsafeRawPointer(bitPattern: address) else { return nil }
    reference = .fromOpaque(address)
  }

  /// The object, which the caller retains.
  @inlinable @inline(__always)
  package var object: Object { reference.takeUnretainedValue() }

  /// The address of the object.
  @inlinable @inline(__always)
  package var address: UInt { UInt(bitPattern: reference.toOpaque()) }

  /// The address of the object, for a function in C.
  package var opaque: UnsafeMutableRawPointer { reference.toOpaque() }

  /// Calls `body` with the object, without retaining it.
  @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  /// Returns a reference to the same object as another class, without checking the class.
  @inlinable @inline(__always)
  package func assumed<Other: AnyObject>(as _: Other.Type = Other.self) -> Borrowed<Other> {
    Borrowed<Other>(.fromOpaque(reference.toOpaque()))
  }

  // MARK: Counting

  /// Retains an object, and returns a reference to it.
  @inlinable
  package static func retaining(_ object: Object) -> Self { Self(.passRetained(object)) }

  /// Releases the object, which ``retaining(_:)`` retained.
  @inlinable
  package func release() { reference.release() }

  /// Returns the object with the retain of ``retaining(_:)``, which passes to the caller.
  @inlinable
  package func take() -> Object { reference.takeRetainedValue() }

  /// Retains the object `count` times in one step, which the optimiser does not see. Swift itself
  /// counts the references to the object.
  @inlinable
  package func retain(times count: UInt32) { alchemic_retain(reference.toOpaque(), count) }

  /// Releases the object `count` times.
  @inlinable
  package func release(times count: UInt32) { alchemic_release(reference.toOpaque(), count) }

  /// Whether the deinit of the object has begun. Swift itself counts its references.
  @inlinable
  var isEnding: Bool { swift_isDeallocating(reference.toOpaque()) }

  /// The object unless its deinit has begun. Its memory is valid, and Swift itself counts its
  /// references.
  @inlinable
  package var objectUnlessEnding: Object? {
    guard let retained = swift_tryRetain(reference.toOpaque()) else { return nil }
    return Unmanaged.fromOpaque(retained).takeRetainedValue()
  }

  /// Keeps the memory of the object without keeping it alive: an unowned reference. A weak one
  /// would make every retain of the object three times as expensive.
  @inlinable
  package func keepMemory() { swift_unownedRetain(reference.toOpaque()) }

  /// Releases the memory, which ``keepMemory()`` kept.
  @inlinable
  package func releaseMemory() { swift_unownedRelease(reference.toOpaque()) }

  @inlinable
  package static func == (a: Borrowed, b: Borrowed) -> Bool { a.address == b.address }
}

extension Borrowed: BitwiseCopyable {}
extension Borrowed: Sendable where Object: Sendable {}
