#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The qualified names of types that are to be sorted: one text after the other, each ended by a zero.
///
/// What ``qualifiedTypeName(_:)`` gives, but for names that stand as they are in the types' descriptors the runtime
/// is not asked to make them from symbols.
struct QualifiedNames {
  private var text: [CChar] = []
  /// Where each name begins.
  private var starts: [Int] = []
  /// The names as texts, if some are not ASCII: these have an order of their own.
  private var texts: [String]?

  init(_ types: [(descriptor: TypeDescriptor, type: Any.Type)]) {
    starts.reserveCapacity(types.count)
    var isASCII = true
    for (descriptor, type) in types {
      starts.append(text.count)
      if !add(descriptor.address) {
        text.removeLast(text.count - starts[starts.count - 1])
        qualifiedTypeName(type).utf8.forEach { text.append(CChar(bitPattern: $0)) }
      }
      text.append(0)
    }
    for character in text where character < 0 { isASCII = false }
    if !isASCII { texts = types.map { qualifiedTypeName($0.type) } }
  }

  /// Adds the name of a type or a module with what it is nested in.
  ///
  /// - Returns: False if it is not simply made of their names.
  private mutating func add(_ context: UnsafeRawPointer) -> Bool {
    let flags = context.load(as: UInt32.self)
    switch flags & 0x1F {
    case 0: break
    // 16 to 18 are classes, structs and enums; bit 18 says that it is imported, bit 7 that it is generic.
    case 16, 17, 18:
      guard flags & 0x4_0080 == 0, let parent = relativeIndirectable(context + 4), add(parent)
      else {
        return false
      }
      text.append(CChar(UInt8(ascii: ".")))
    // The context of what is private or local has no name.
    case 2:
      guard flags & 0x80 == 0, let parent = relativeIndirectable(context + 4) else { return false }
      return add(parent)
    default: return false
    }
    let name = TypeDescriptor.name(at: context)
    text.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name)))
    return true
  }

  /// Whether the names at two positions are the same.
  func areEqual(_ first: Int, _ second: Int) -> Bool {
    if let texts { return texts[first] == texts[second] }
    return text.withUnsafeBufferPointer { text in
      let base = text.baseAddress.unsafelyUnwrapped
      return strcmp(base + starts[first], base + starts[second]) == 0
    }
  }

  /// Whether the name at one position comes before that at another one; of equal names, the first position.
  func areInOrder(_ first: Int, _ second: Int) -> Bool {
    if let texts { return (texts[first], first) < (texts[second], second) }
    return text.withUnsafeBufferPointer { text in
      // Each ends with a zero.
      let base = text.baseAddress.unsafelyUnwrapped
      let order = strcmp(base + starts[first], base + starts[second])
      return order == 0 ? first < second : order < 0
    }
  }
}
