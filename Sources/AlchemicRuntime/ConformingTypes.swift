/// The types in the loaded images that declare a conformance to one of several protocols.
///
/// Where a type does not conform, a query of the runtime reads the records of all images: some 30
/// µs, once for each type. This type reads them once for all types.
package struct ConformingTypes: Sendable {
  /// The types that conform to each protocol, in the order of the protocols.
  private let descriptors: [DescriptorList]

  /// - Parameters:
  ///   - existentials: The protocols, as `(any P).self`.
  ///   - sections: The sections of the loaded images.
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

  /// Returns false only if values of a type do not conform to the first protocol and have no
  /// stored property, also within structures, of a type that conforms to the second.
  ///
  /// - Parameter type: A class or a structure of one of the images that were loaded before.
  package func concern(_ type: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
    // Not measured here, and the layout of classes differs: callers query the runtime.
    return true
    #else
    var next: Any.Type? = type
    while let type = next {
      guard let descriptor = ContextDescriptor(of: type), !descriptors[0].contains(descriptor),
        !descriptor.mayHaveField(of: descriptors[1]), !descriptor.hidesFields
      else { return true }
      // The superclass.
      next = TypeKind.isClass(type) ? Record(of: type).load(8) : nil
    }
    return false
    #endif
  }
}

extension ContextDescriptor {
  /// Returns false only if no stored property is of one of these types.
  ///
  /// The field descriptor contains the number of fields at +12. Each field has twelve bytes, with
  /// the mangled name of its type at +4 (`FieldDescriptor` in the runtime's `Records.h`).
  fileprivate func mayHaveField(of types: DescriptorList, depth: Int = 0) -> Bool {
    guard record.load(16, as: Int32.self) != 0 else { return false }
    let fields = record.target(16)
    return (0..<Int(fields.load(12, as: UInt32.self))).contains { index in
      Self.mayName(fields.target(16 + 12 * index + 4), types, depth)
    }
  }

  /// A mangled name begins with the type, followed by its arguments. 1 and 2 refer to the
  /// descriptor of the type, "S" begins a type of the standard library, "B" a type of the compiler,
  /// and "y" `Any` and functions. Another first byte can begin any type.
  ///
  /// This function ignores the rest of the name, so `A.Type` counts as an `A`. The depth of nested
  /// structures is therefore limited.
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

/// The sorted addresses of descriptors. (For the first set of an element type, the runtime searches
/// all conformances of the program for the one to `Hashable`. A small program avoids that cost.)
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
