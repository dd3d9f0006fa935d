import CAlchemicRuntime

/// Constant data that is read by offset: what the compiler leaves in an image, or what the runtime
/// makes of a type.
///
/// Such data is read here and nowhere else. The types that have a record say what lies at which
/// offset, which is part of Swift's ABI (`Metadata.h` in the runtime).
@usableFromInline
package struct Record: Equatable, @unchecked Sendable {
  // Proof: nobody writes to what is at the address.
  @usableFromInline package let address: UnsafeRawPointer

  @inlinable @inline(__always)
  package init(at address: UnsafeRawPointer) { self.address = address }

  /// The metadata of a type.
  @inlinable @inline(__always)
  package init(of type: Any.Type) { address = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// Loads what lies at an offset: a number, a type, or the address of another record.
  @inlinable @inline(__always)
  package func load<Value>(_ offset: Int = 0, as _: Value.Type = Value.self) -> Value {
    address.load(fromByteOffset: offset, as: Value.self)
  }

  /// The record to which a relative address leads: 32 bits, counted from where they are.
  @inlinable @inline(__always)
  package func target(_ offset: Int) -> Record {
    let distance = address.loadUnaligned(fromByteOffset: offset, as: Int32.self)
    return Record(at: address + offset + Int(distance))
  }

  /// The record to which a relative address leads, or a pointer that is there, if the low bit says
  /// so; nil if the address is 0.
  @inlinable @inline(__always)
  package func indirectTarget(_ offset: Int) -> Record? {
    let distance = load(offset, as: Int32.self)
    guard distance != 0 else { return nil }
    let target = Record(at: address + offset + Int(distance & ~1))
    return distance & 1 == 0 ? target : target.load()
  }

  /// Calls `body` with each byte of a text that ends with a zero.
  @inline(__always)
  func forEachByte(_ body: (UInt8) -> Void) {
    var next = self
    while case let byte = next.load(as: UInt8.self), byte != 0 {
      body(byte)
      next = Record(at: next.address + 1)
    }
  }

  /// The bytes of a text that ends with a zero, without that.
  var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: address, count: strlen(address))
  }
}
