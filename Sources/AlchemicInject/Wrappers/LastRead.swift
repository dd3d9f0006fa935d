import CAlchemicRuntime
import Synchronization

/// What a thread has read last of a property that has no value of its own: the read gives a place, and this is
/// where it lies until it has been copied.
///
/// The compiler leaves the copy out where it sees that nothing is let go of before the value's last use; so what
/// lies here is let go of only in functions that it cannot see into.
enum LastRead {
  /// Whether any thread has ever kept something; most programs never do.
  private static let isUsed = Atomic(false)

  /// Keeps a value for the calling thread, until the next one comes.
  static func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
    isUsed.store(true, ordering: .relaxed)
    let box = ReadBox(value)
    exchange(Unmanaged.passRetained(box).toOpaque())
    return UnsafePointer(box.address)
  }

  /// Lets go of what the calling thread has read last.
  @inline(never)
  static func forget() {
    // A thread knows what it has done itself, so nothing has to be ordered.
    if isUsed.load(ordering: .relaxed), alchemic_last_read() != nil { exchange(nil) }
  }

  private static func exchange(_ box: UnsafeMutableRawPointer?) {
    let old = alchemic_last_read()
    alchemic_set_last_read(box)
    // Whatever its end runs finds the new one.
    if let old { Unmanaged<AnyObject>.fromOpaque(old).release() }
  }
}

/// A value at a stable address.
private final class ReadBox<Value> {
  let address: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
