/// A hash of the name of a type, as ``typeName(_:)`` returns it: equal for equal names.
///
/// A comparison of a hundred thousand types need not create their names. The runtime demangles the
/// symbol of a type for its name, which takes a microsecond. The hash comes from the type's
/// descriptor and those of its arguments. If the name has other parts, it is created.
package struct TypeNameHash {
  private var value: UInt64 = 0
  /// The bytes that are not in the value yet, up to seven.
  private var word: UInt64 = 0
  /// The number of bits in the word.
  private var width: UInt64 = 0
  /// The bits of all words, combined by OR.
  private var bits: UInt64 = 0

  /// Never 0. Canonically equivalent names are equal, however they are composed. Names that are not
  /// ASCII therefore have one common hash.
  private var result: UInt64 {
    @inline(never) get {
      var whole = self
      whole.addWord()
      if whole.bits & 0x8080_8080_8080_8080 != 0 { return 1 }
      return (whole.value ^ whole.value >> 32) | 1
    }
  }

  /// Returns the hash of a type's name.
  package static func of(_ type: Any.Type) -> UInt64 {
    var hash = TypeNameHash()
    if hash.add(type) { return hash.result }
    guard let descriptor = ContextDescriptor(ofNamesake: type), descriptor.scope?.isPlain ?? false
    else { return of(typeName(type)) }
    hash = TypeNameHash()
    hash.add(descriptor.nameRecord)
    return hash.result
  }

  /// Returns the hash of a name.
  package static func of(_ name: String) -> UInt64 {
    var hash = TypeNameHash()
    for byte in name.utf8 { hash.addSign(byte) }
    return hash.result
  }

  @inline(__always)
  private mutating func add(_ byte: UInt8) {
    word |= UInt64(byte) &<< width
    width &+= 8
    if width == 64 { addWord() }
  }

  @inline(never)
  private mutating func addSign(_ byte: UInt8) { add(byte) }

  // One multiplication for eight bytes: each has to wait for the one before it.
  @inline(__always)
  private mutating func addWord() {
    bits |= word
    value = ((value &<< 5 | value &>> 59) ^ word) &* 0x9E37_79B9_7F4A_7C15
    (word, width) = (0, 0)
  }

  @inline(never)
  private mutating func add(_ name: Record) {
    // A copy, whose parts are in registers.
    var hash = self
    name.forEachByte { hash.add($0) }
    self = hash
  }

  /// - Returns: False if the name must be created.
  @_optimize(speed)
  private mutating func add(_ type: Any.Type) -> Bool {
    guard let descriptor = ContextDescriptor(of: type), descriptor.isNamed,
      descriptor.scope?.isPlain ?? false
    else { return false }
    add(descriptor.nameRecord)
    guard descriptor.isGeneric else { return true }
    guard !Self.hasOwnSpelling(type, descriptor),
      let arguments = Self.arguments(of: descriptor)
    else { return false }
    for index in 0..<arguments.count {
      // "<A, B>"
      if index > 0 { addSign(UInt8(ascii: ",")) }
      addSign(UInt8(ascii: index == 0 ? "<" : " "))
      guard add(Record(of: type).load(arguments.offset + 8 * index, as: Any.Type.self)) else {
        return false
      }
    }
    addSign(UInt8(ascii: ">"))
    return true
  }

  /// Returns whether ``typeName(_:)`` writes a generic type otherwise: an optional, an array or a
  /// dictionary.
  @inline(__always)
  private static func hasOwnSpelling(_ type: Any.Type, _ descriptor: ContextDescriptor) -> Bool {
    switch descriptor.nameRecord.load(as: UInt8.self) {
    case UInt8(ascii: "A"): TypeKind.isArray(type)
    case UInt8(ascii: "D"):
      descriptor.nameRecord.load(2) == UInt8(ascii: "c") && descriptor.id == ofDictionaries
    case UInt8(ascii: "O"): TypeKind.isOptional(type)
    default: false
    }
  }

  private static let ofDictionaries = ContextDescriptor(of: [Int: Int].self)?.id

  /// Returns the offset and number of the arguments in the metadata of a generic type; nil unless
  /// all are types (`TargetTypeGenericContextDescriptorHeader` in Swift's ABI).
  private static func arguments(of descriptor: ContextDescriptor) -> (offset: Int, count: Int)? {
    let record = descriptor.record
    let parameters = descriptor.isClass ? 52 : 36
    let count = Int(record.load(parameters, as: UInt16.self))
    for index in 0..<count {
      // 0x80 is a type parameter with an argument of its own.
      guard record.load(parameters + 8 + index, as: UInt8.self) == 0x80 else { return nil }
    }
    guard descriptor.isClass else { return (16, count) }
    // Bit 29: the class's own part begins behind that of a superclass of another library. Bit 28:
    // it lies before the address.
    guard descriptor.flags & 0x3000_0000 == 0 else { return nil }
    let (size, own) = (record.load(28, as: UInt32.self), record.load(32, as: UInt32.self))
    return (Int(size - own) * 8, count)
  }
}
