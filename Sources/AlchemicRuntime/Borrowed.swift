public import CAlchemicRuntime

/// A reference to an object that somebody else keeps: it is neither retained nor released.
///
/// Each place that has one says who keeps the object. What is read through one in a hot path costs
/// no retain, which every thread would pay at the same counter.
@usableFromInline
package struct Borrowed<Object: AnyObject>: Equatable {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  @inlinable @inline(__always)
  init(_ reference: Unmanaged<Object>) { self.reference = reference }

  /// - Parameter address: That of an object of the type, or 0.
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

  /// Calls `body` with the object, and does not retain it meanwhile.
  @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  /// The same as a reference to another class, of which the object is known to be.
  @inlinable @inline(__always)
  package func assumed<Other: AnyObject>(as _: Other.Type = Other.self) -> Borrowed<Other> {
    Borrowed<Other>(.fromOpaque(reference.toOpaque()))
  }

  // MARK: Counting

  /// Returns a reference to an object that is retained for it.
  @inlinable
  package static func retaining(_ object: Object) -> Self { Self(.passRetained(object)) }

  /// Releases the object that was retained so.
  @inlinable
  package func release() { reference.release() }

  /// Hands over the object that was retained so.
  @inlinable
  package func take() -> Object { reference.takeRetainedValue() }

  /// Retains an object that Swift counts so many times, in one step that the optimiser does not
  /// see.
  @inlinable
  package func retain(times count: UInt32) { alchemic_retain(reference.toOpaque(), count) }

  /// Releases it as often.
  @inlinable
  package func release(times count: UInt32) { alchemic_release(reference.toOpaque(), count) }

  /// Whether the deinit of the object has begun, which Swift itself counts.
  @inlinable
  var isEnding: Bool { swift_isDeallocating(reference.toOpaque()) }

  /// The object unless its deinit has begun. Its memory is valid, and Swift itself counts its
  /// references.
  @inlinable
  package var objectUnlessEnding: Object? {
    guard let retained = swift_tryRetain(reference.toOpaque()) else { return nil }
    return Unmanaged.fromOpaque(retained).takeRetainedValue()
  }

  /// Keeps the memory of an object that Swift counts, and not its life: an unowned reference. A
  /// weak one would make every retain of the object three times as expensive.
  @inlinable
  package func keepMemory() { swift_unownedRetain(reference.toOpaque()) }

  /// Gives back the memory that was kept so.
  @inlinable
  package func releaseMemory() { swift_unownedRelease(reference.toOpaque()) }

  @inlinable
  package static func == (a: Borrowed, b: Borrowed) -> Bool { a.address == b.address }
}

extension Borrowed: Sendable where Object: Sendable {}
