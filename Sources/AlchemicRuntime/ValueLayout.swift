/// The memory layout of the values of a type, from its witness table (`ValueWitness.def` in Swift's
/// ABI).
@usableFromInline
package struct ValueLayout {
  @usableFromInline let witnesses: Record

  @inlinable @inline(__always)
  package init(of type: Any.Type) {
    // The address of the witness table precedes the metadata by one word.
    witnesses = Record(of: type).load(-8)
  }

  @inlinable @inline(__always)
  package var size: Int { witnesses.load(64) }
  var stride: Int { witnesses.load(72) }
  @inlinable @inline(__always)
  package var alignment: Int { mask + 1 }

  /// Whether an existential stores a value in its buffer, rather than a reference to a box.
  var fitsInExistential: Bool { flags & 0x0002_0000 == 0 }

  /// Returns the first offset from `offset` on for a value.
  package func aligned(_ offset: Int) -> Int { (offset + mask) & ~mask }

  @inlinable @inline(__always)
  var mask: Int { Int(flags & 0xFF) }
  @inlinable @inline(__always)
  var flags: UInt32 { witnesses.load(80) }
}
