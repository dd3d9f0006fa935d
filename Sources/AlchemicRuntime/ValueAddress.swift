public import CAlchemicRuntime
public import Synchronization

/// The address of a value, or of memory for one, whose type is known at run time only.
///
/// The code that has the address knows the type, whether there is a value, and how long the memory
/// exists.
@usableFromInline
package struct ValueAddress {
  @usableFromInline package let memory: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

  /// The address of a variable or a constant, or of memory for one.
  @inlinable @inline(__always)
  package init<Value>(of variable: UnsafePointer<Value>) {
    memory = UnsafeMutableRawPointer(mutating: variable)
  }

  /// The address of a stored property.
  package init(in object: AnyObject, offset: Int) {
    memory = Unmanaged.passUnretained(object).toOpaque() + offset
  }

  /// - Parameter word: An address as ``word`` returns it.
  @inlinable @inline(__always)
  package init(word: UInt) {
    memory = UnsafeMutableRawPointer(bitPattern: word).unsafelyUnwrapped
  }

  package var word: UInt { UInt(bitPattern: memory) }

  /// The address at an offset.
  @inlinable @inline(__always)
  package static func + (address: ValueAddress, offset: Int) -> ValueAddress {
    ValueAddress(address.memory + offset)
  }

  /// The first address from here on for a value of a type.
  @inlinable @inline(__always)
  package func aligned<Value>(for _: Value.Type) -> ValueAddress {
    ValueAddress(memory.alignedUp(for: Value.self))
  }

  /// The first address from here on that is a multiple of a number of bytes, a power of two.
  @inlinable @inline(__always)
  package func aligned(to alignment: Int) -> ValueAddress {
    ValueAddress(memory.alignedUp(toMultipleOf: alignment))
  }

  package static func allocate(byteCount: Int, alignment: Int) -> ValueAddress {
    ValueAddress(.allocate(byteCount: byteCount, alignment: alignment))
  }

  package func deallocate() { memory.deallocate() }

  // MARK: Values

  /// Creates a value.
  @inlinable @inline(__always)
  package func initialize<Value>(to value: consuming Value) {
    memory.assumingMemoryBound(to: Value.self).initialize(to: value)
  }

  /// Returns a copy of the value.
  @inlinable @inline(__always)
  package func value<Value>(as _: Value.Type = Value.self) -> Value {
    memory.assumingMemoryBound(to: Value.self).pointee
  }

  /// Moves the value out of memory.
  @inlinable @inline(__always)
  package func move<Value>(as _: Value.Type = Value.self) -> Value {
    memory.assumingMemoryBound(to: Value.self).move()
  }

  /// Destroys the value, in fewer instructions than `deinitialize`, which calls the runtime to
  /// destroy an array of values, or `move`, which moves the value to the stack first.
  @inlinable @inline(__always)
  package func destroy(as type: Any.Type) {
    alchemic_destroy(memory, Record(of: type).address)
  }

  /// Copies the value into uninitialised memory.
  @inlinable @inline(__always)
  package func copy(to target: ValueAddress, as type: Any.Type) {
    alchemic_initialize(target.memory, memory, Record(of: type).address, false)
  }

  /// Moves the value into uninitialised memory.
  func move(to target: ValueAddress, as type: Any.Type) {
    alchemic_initialize(target.memory, memory, Record(of: type).address, true)
  }

  // MARK: Parts of a value

  /// Loads a part of the value, which is not retained.
  @inlinable @inline(__always)
  package func load<Part: BitwiseCopyable>(
    at offset: Int = 0, as _: Part.Type = Part.self
  ) -> Part {
    memory.load(fromByteOffset: offset, as: Part.self)
  }

  /// Writes a part of the value.
  @inlinable @inline(__always)
  package func store<Part: BitwiseCopyable>(_ part: Part, at offset: Int = 0) {
    memory.storeBytes(of: part, toByteOffset: offset, as: Part.self)
  }

  /// A word with which the value begins, and which several threads access.
  @inlinable @inline(__always)
  package var atomic: UnsafePointer<Atomic<UInt>> {
    UnsafePointer(memory.assumingMemoryBound(to: Atomic<UInt>.self))
  }

  /// Writes zeros.
  package func clear(at offset: Int, byteCount: Int) {
    memset(memory + offset, 0, byteCount)
  }

  /// Copies the bytes of a value, and retains nothing.
  package func copyBytes(of other: ValueAddress, count: Int) {
    memory.copyMemory(from: other.memory, byteCount: count)
  }

  /// The object with which the value begins, which is not retained; nil if the value is nil.
  @inlinable @inline(__always)
  package var reference: Borrowed<AnyObject>? { load() }
}
