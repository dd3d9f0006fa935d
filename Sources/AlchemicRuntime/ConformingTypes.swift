/// The types that say of themselves that they conform to one of some protocols, in the images that
/// are loaded now.
///
/// To ask the runtime whether a type conforms that does not means that it reads the records of all
/// images: some 30 µs, once for each type. Here they are read once for all types.
package struct ConformingTypes: Sendable {
  /// By protocol, in the order in which they were given.
  private let descriptors: [DescriptorList]

  /// - Parameters:
  ///   - existentials: The protocols, as `(any P).self`.
  ///   - sections: Those of the images that are loaded now.
  package init(to existentials: [Any.Type], in sections: [ConformanceSection]) {
    let protocols = existentials.map { ContextDescriptor(ofProtocol: $0) }
    var descriptors = [[UInt]](repeating: [], count: protocols.count)
    forEachConformanceRecord(in: sections) { record in
      guard let index = protocols.firstIndex(of: record.protocolDescriptor),
        let type = record.typeDescriptor
      else { return }
      descriptors[index].append(type.address)
    }
    self.descriptors = descriptors.map { DescriptorList($0) }
  }

  /// False only if an object of a class neither conforms to the first of the protocols, nor has a
  /// stored property of a type that conforms to the second one, also within structures.
  ///
  /// - Parameter type: A class of one of the images that were loaded before.
  package func concern(_ type: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
      // Not measured here, and classes are laid out otherwise: the runtime is asked.
      return true
    #else
      var next: Any.Type? = type
      while let type = next {
        guard let descriptor = ContextDescriptor(of: type), !descriptors[0].contains(descriptor),
          !descriptor.mayHaveField(of: descriptors[1])
        else { return true }
        // The superclass.
        next = Record(of: type).load(8)
      }
      return false
    #endif
  }
}

extension ContextDescriptor {
  /// False only if none of the stored properties is of one of these types.
  ///
  /// The fields' descriptor says at +12 how many there are; each has twelve bytes, with the mangled
  /// name of its type at +4 (`FieldDescriptor` in the runtime's `Records.h`).
  fileprivate func mayHaveField(of types: DescriptorList, depth: Int = 0) -> Bool {
    guard record.load(16, as: Int32.self) != 0 else { return false }
    let fields = record.target(16)
    return (0..<Int(fields.load(12, as: UInt32.self))).contains { index in
      Self.mayName(fields.target(16 + 12 * index + 4), types, depth)
    }
  }

  /// A mangled name begins with the type itself, and its arguments follow: 1 and 2 refer to its
  /// descriptor, "S" is one of the standard library's, "B" one of the compiler's own, and "y"
  /// begins `Any` and functions. What begins otherwise may be anything.
  ///
  /// What follows the type is not looked at, so `A.Type` counts as an `A`; hence the limit of
  /// structures in structures.
  private static func mayName(_ name: Record, _ types: DescriptorList, _ depth: Int) -> Bool {
    let type: ContextDescriptor
    switch name.load(as: UInt8.self) {
    case UInt8(ascii: "S"), UInt8(ascii: "B"), UInt8(ascii: "y"): return false
    case 1: type = ContextDescriptor(name.target(1))
    case 2: type = name.target(1).load()
    default: return true
    }
    if types.contains(type) { return true }
    return type.isStruct && (depth == 8 || type.mayHaveField(of: types, depth: depth + 1))
  }

  fileprivate var address: UInt { UInt(bitPattern: record.address) }
}

/// Addresses of descriptors, in order. (The first set of a kind of elements makes the runtime look
/// through all conformances of the program for the one to `Hashable`, which a small program need
/// not pay.)
private struct DescriptorList {
  private let addresses: [UInt]

  init(_ addresses: [UInt]) { self.addresses = addresses.sorted() }

  func contains(_ descriptor: ContextDescriptor) -> Bool {
    let sought = descriptor.address
    var (low, high) = (0, addresses.count)
    while low < high {
      let middle = (low + high) / 2
      if addresses[middle] < sought { low = middle + 1 } else { high = middle }
    }
    return low < addresses.count && addresses[low] == sought
  }
}
