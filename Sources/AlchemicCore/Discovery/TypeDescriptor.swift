import CAlchemicRuntime

/// What the compiler knows of a nominal type: its name, and a function that gives its metadata.
///
/// The layout is part of Swift's ABI (`TargetTypeContextDescriptor`).
struct TypeDescriptor {
  let address: UnsafeRawPointer

  /// Bit 7 of the flags at +0.
  var isGeneric: Bool { address.load(as: UInt32.self) & 0x80 != 0 }

  /// The name without module and scope, at +8.
  var name: String {
    let reference = address + 8
    return String(
      cString: (reference + Int(reference.load(as: Int32.self)))
        .assumingMemoryBound(to: CChar.self))
  }

  /// The metadata, complete; only for types that are not generic.
  func metadata() -> Any.Type {
    // The access function is at +12.
    let reference = address + 12
    let function = reference + Int(reference.load(as: Int32.self))
    return unsafeBitCast(alchemic_metadata(function).type, to: Any.Type.self)
  }
}
