import CAlchemicRuntime

/// Constant data that is read by offset: from the compiler, in an image, or from the runtime.
///
/// No other code reads such data. Each type that has a record documents the offsets, which are part
/// of Swift's ABI (`Metadata.h` in the runtime).
@usableFromInline
package struct Record: Equatable, @unchecked Sendable {
  // Proof: no code writes to the memory at the address.
  @usableFromInline package let address: UnsafeRawPointer

  @inlinable @inline(__always)
  package init(at address: UnsafeRawPointer) { self.address = address }

  /// The metadata of a type.
  @inlinable @inline(__always)
  package init(of type: Any.Type) { address = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// Loads the data at an offset: a number, a type, or the address of another record.
  @inlinable @inline(__always)
  package func load<Value>(_ offset: Int = 0, as _: Value.Type = Value.self) -> Value {
    address.load(fromByteOffset: offset, as: Value.self)
  }

  /// Returns the record at a relative address, which is 32 bits long and counted from itself.
  @inlinable @inline(__always)
  package func target(_ offset: Int) -> Record {
    let distance = address.loadUnaligned(fromByteOffset: offset, as: Int32.self)
    return Record(at: address + offset + Int(distance))
  }

  /// Returns the record at a relative address. If the low bit of the address is set, a pointer to
  /// the record is there. Returns nil if the address is 0.
  @inlinable @inline(__always)
  package func indirectTarget(_ offset: Int) -> Record? {
    let distance = load(offset, as: Int32.self)
    guard distance != 0 else { return nil }
    let target = Record(at: address + offset + Int(distance & ~1))
    return distance & 1 == 0 ? target : target.load()
  }

  /// Calls `body` with each byte of a zero-terminated text.
  @inline(__always)
  func forEachByte(_ body: (UInt8) -> Void) {
    var next = self
    while case let byte = next.load(as: UInt8.self), byte != 0 {
      body(byte)
      next = Record(at: next.address + 1)
    }
  }

  /// The bytes of a zero-terminated text, without the zero.
  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: address, count: strlen(address))
  }

  /// The zero-terminated text of a literal, for functions that require a `StaticString`.
  ///
  /// No public initializer takes an address. The type is frozen: the address, the number of bytes,
  /// and flags, all of which are clear for a text at an address that need not be ASCII.
  package var staticText: StaticString {
    unsafeBitCast((address, text.count, UInt8(0)), to: StaticString.self)
  }
}
