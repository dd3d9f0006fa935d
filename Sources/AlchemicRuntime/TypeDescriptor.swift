import CAlchemicRuntime

/// What the compiler knows of a nominal type: its name, and a function that gives its metadata.
///
/// The layout is part of Swift's ABI (`TargetTypeContextDescriptor`).
package struct TypeDescriptor: @unchecked Sendable {
  // Proof: the address is of constant data in an image, which is never written.
  package let address: UnsafeRawPointer

  /// Bit 7 of the flags at +0.
  package var isGeneric: Bool { address.load(as: UInt32.self) & 0x80 != 0 }

  /// The name without module and scope, at +8.
  package var name: String { String(cString: Self.name(at: address)) }

  /// The name with the module, without what the type is nested in.
  package var qualifiedName: String { "\(Self.module(of: address)).\(name)" }

  /// The name of a type, a protocol or a module, by its descriptor.
  package static func name(at descriptor: UnsafeRawPointer) -> UnsafePointer<CChar> {
    let reference = descriptor + 8
    return (reference + Int(reference.load(as: Int32.self))).assumingMemoryBound(to: CChar.self)
  }

  /// The module of a type or a protocol: the outermost of what it is nested in, each at +4. In all
  /// of these descriptors the low five bits of the flags say what they are; 0 is a module.
  package static func module(of descriptor: UnsafeRawPointer) -> String {
    var context = descriptor
    while context.load(as: UInt32.self) & 0x1F != 0 {
      guard let parent = relativeIndirectable(context + 4) else { return "" }
      context = parent
    }
    return String(cString: name(at: context))
  }

  /// Whether the type is one of Alchemic's own modules.
  package var isOfAlchemic: Bool {
    switch Self.module(of: address) {
    case "AlchemicCore", "AlchemicInject", "AlchemicFoundation", "AlchemicAutostart": true
    default: false
    }
  }

  /// The metadata, complete; only for types that are not generic.
  package func metadata() -> Any.Type {
    // The access function is at +12.
    let reference = address + 12
    let function = reference + Int(reference.load(as: Int32.self))
    return unsafeBitCast(alchemic_metadata(function).type, to: Any.Type.self)
  }
}
