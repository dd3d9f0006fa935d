/// A number for the name of a type, as ``typeName(_:)`` gives it: equal for equal names.
///
/// To find out whether two of a hundred thousand types have one name, nobody has to write all the
/// names: a name costs a microsecond, since the runtime takes the type's symbol apart. What the
/// number is made from stands in the type's descriptor, and in those of its arguments. Where that
/// is not all there is to the name, it is written.
///
/// The layouts are part of Swift's ABI (`TargetTypeContextDescriptor`, `TargetClassDescriptor`,
/// `TargetTypeGenericContextDescriptorHeader`).
package struct TypeNameHash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325
  /// Never 0.
  private var result: UInt64 { value | 1 }

  /// The hash of a type's name.
  package static func of(_ type: Any.Type) -> UInt64 {
    var hash = TypeNameHash()
    return hash.add(type) ? hash.result : of(typeName(type))
  }

  /// The hash of a name.
  ///
  /// Names are equal that look equal, however they are composed; so what is not ASCII has one hash.
  package static func of(_ name: String) -> UInt64 {
    var hash = TypeNameHash()
    for byte in name.utf8 {
      guard byte < 0x80 else { return other }
      hash.add(byte)
    }
    return hash.result
  }

  private static let other: UInt64 = 1

  @inline(__always)
  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// - Returns: False if it is not ASCII.
  @inline(__always)
  private mutating func add(text name: UnsafePointer<CChar>) -> Bool {
    var (next, all) = (name, UInt8(0))
    while next.pointee != 0 {
      let byte = UInt8(bitPattern: next.pointee)
      all |= byte
      add(byte)
      next += 1
    }
    return all < 0x80
  }

  /// - Returns: False if the name has to be written.
  private mutating func add(_ type: Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard let descriptor = Self.descriptor(of: metadata), Self.isPlain(descriptor) else {
      return false
    }
    guard add(text: TypeDescriptor.name(at: descriptor)) else { return false }
    guard descriptor.load(as: UInt32.self) & 0x80 != 0 else { return true }
    guard let arguments = Self.arguments(of: metadata, descriptor) else { return false }
    for (index, argument) in arguments.enumerated() {
      // "<A, B>"
      if index > 0 { add(UInt8(ascii: ",")) }
      add(index == 0 ? UInt8(ascii: "<") : UInt8(ascii: " "))
      guard add(argument) else { return false }
    }
    add(UInt8(ascii: ">"))
    return true
  }

  // MARK: Descriptors

  private static func descriptor(of metadata: UnsafeRawPointer) -> UnsafeRawPointer? {
    switch metadata.load(as: UInt.self) {
    case 0x200, 0x201, 0x202: metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    #if !canImport(ObjectiveC)
      case 0: metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
    #endif
    default: nil
    }
  }

  /// Whether the name is that which stands in the descriptor: not for what is imported, and what
  /// belongs to something generic.
  private static func isPlain(_ descriptor: UnsafeRawPointer) -> Bool {
    let flags = descriptor.load(as: UInt32.self)
    // Kinds 16 to 18 are classes, structs and enums; bit 18 says that it is imported.
    guard (16...18).contains(flags & 0x1F), flags & 0x4_0000 == 0 else { return false }
    var context = relativeIndirectable(descriptor + 4)
    while let parent = context {
      let flags = parent.load(as: UInt32.self)
      if flags & 0x1F == 0 { return true }
      // 2 is the context of what is private or local; it is generic where what stands in it is.
      guard flags & 0x1F == 2 || (16...18).contains(flags & 0x1F) && flags & 0x80 == 0 else {
        return false
      }
      context = relativeIndirectable(parent + 4)
    }
    return false
  }

  /// The arguments of a generic type; nil if they are not types alone.
  private static func arguments(
    of metadata: UnsafeRawPointer, _ descriptor: UnsafeRawPointer
  ) -> UnsafeBufferPointer<Any.Type>? {
    let isClass = descriptor.load(as: UInt32.self) & 0x1F == 16
    // Bit 29: the class's own part begins where a superclass of another library ends.
    guard !isClass || descriptor.load(as: UInt32.self) & 0x2000_0000 == 0 else { return nil }
    let parameters = descriptor + (isClass ? 52 : 36)
    let count = Int(parameters.load(as: UInt16.self))
    // Each parameter: a type, with an argument of its own.
    for index in 0..<count {
      guard parameters.load(fromByteOffset: 8 + index, as: UInt8.self) == 0x80 else { return nil }
    }
    var offset = 16
    if isClass {
      // Bit 28: what is the class's own lies before the address.
      guard descriptor.load(as: UInt32.self) & 0x1000_0000 == 0 else { return nil }
      let (size, own) = (
        descriptor.load(fromByteOffset: 28, as: UInt32.self),
        descriptor.load(fromByteOffset: 32, as: UInt32.self)
      )
      offset = Int(size - own) * 8
    }
    return UnsafeBufferPointer(
      start: (metadata + offset).assumingMemoryBound(to: Any.Type.self), count: count)
  }
}
