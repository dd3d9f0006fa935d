import Synchronization

/// The wires that search one factory by its name: one for each type it was asked for as, so a list
/// is enough. Read without a lock.
struct WireList: ~Copyable, Sendable {
  /// The address of the newest wire; 0 for none.
  private let first = Atomic<UInt>(0)

  /// The wire for the type, if one was made.
  subscript(type: ObjectIdentifier) -> AnyWire? {
    var next = Self.wire(at: first.load(ordering: .acquiring))
    while let wire = next?.takeUnretainedValue() {
      if wire.typeID == type { return wire }
      next = wire.next
    }
    return nil
  }

  /// Adds a wire unless there is one for its type already, and keeps it.
  func insert(_ wire: AnyWire) -> AnyWire {
    while true {
      let head = first.load(ordering: .acquiring)
      if let present = self[wire.typeID] { return present }
      wire.next = Self.wire(at: head)
      let kept = Unmanaged.passRetained(wire)
      if first.compareExchange(
        expected: head, desired: UInt(bitPattern: kept.toOpaque()),
        ordering: .acquiringAndReleasing
      ).exchanged {
        return wire
      }
      kept.release()
    }
  }

  /// Releases all wires; only when nobody reads any more.
  func removeAll() {
    guard first.load(ordering: .acquiring) != 0 else { return }
    var next = Self.wire(at: first.exchange(0, ordering: .acquiringAndReleasing))
    while let wire = next {
      next = wire.takeUnretainedValue().next
      wire.release()
    }
  }

  private static func wire(at address: UInt) -> Unmanaged<AnyWire>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
