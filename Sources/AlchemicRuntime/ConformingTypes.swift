/// The types that say of themselves that they conform to one of some protocols, in the images that
/// are loaded now.
///
/// To ask the runtime whether a type conforms that does not means that it reads the records of all
/// images: some 30 µs, once for each type. Here they are read once for all types.
package struct ConformingTypes: Sendable {
  /// By protocol, in the order in which they were given.
  private let descriptors: [DescriptorList]

  /// - Parameter existentials: The protocols, as `(any P).self`.
  package init(to existentials: [Any.Type]) {
    let protocols = existentials.map { ProtocolDescriptor(of: $0) }
    var descriptors = [[UInt]](repeating: [], count: protocols.count)
    forEachConformanceRecord { record in
      guard let index = protocols.firstIndex(of: record.protocolDescriptor),
        let type = record.typeDescriptor
      else { return }
      descriptors[index].append(UInt(bitPattern: type.address))
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
      var next: UnsafeRawPointer? = unsafeBitCast(type, to: UnsafeRawPointer.self)
      // A class's metadata: its superclass at +8, its descriptor at +40.
      while let metadata = next {
        guard let descriptor = metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self),
          !descriptors[0].contains(descriptor),
          !TypeDescriptor(address: descriptor).mayHaveField(of: descriptors[1])
        else { return true }
        next = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
      }
      return false
    #endif
  }
}

extension TypeDescriptor {
  /// False only if none of the stored properties is of one of these types.
  ///
  /// The fields' descriptor is at +16. It says at +12 how many there are; each has twelve bytes,
  /// with the mangled name of its type at +4 (`FieldDescriptor` in the runtime's `Records.h`).
  fileprivate func mayHaveField(of types: DescriptorList, depth: Int = 0) -> Bool {
    let reference = address + 16
    let offset = Int(reference.load(as: Int32.self))
    guard offset != 0 else { return false }
    let fields = reference + offset
    for index in 0..<Int(fields.load(fromByteOffset: 12, as: UInt32.self)) {
      let name = fields + 16 + 12 * index + 4
      if Self.mayName(name + Int(name.load(as: Int32.self)), types, depth) { return true }
    }
    return false
  }

  /// A mangled name begins with the type itself, and its arguments follow: 1 and 2 refer to its
  /// descriptor, "S" is one of the standard library's, "B" one of the compiler's own, and "y"
  /// begins `Any` and functions. What begins otherwise may be anything.
  private static func mayName(
    _ name: UnsafeRawPointer, _ types: DescriptorList, _ depth: Int
  ) -> Bool {
    let target = name + 1
    switch name.load(as: UInt8.self) {
    case UInt8(ascii: "S"), UInt8(ascii: "B"), UInt8(ascii: "y"): return false
    case 1: return mayBe(target + Int(target.loadUnaligned(as: Int32.self)), types, depth)
    case 2:
      let indirect = target + Int(target.loadUnaligned(as: Int32.self))
      return mayBe(indirect.load(as: UnsafeRawPointer.self), types, depth)
    default: return true
    }
  }

  /// Whether a descriptor is one of these types, or of a structure that may have a stored property
  /// of one. The kind is in the lowest five bits of the flags (`ContextDescriptorKind` in the
  /// runtime's `MetadataValues.h`). What follows the name is not looked at, so `A.Type` counts as
  /// an `A`; hence the limit.
  private static func mayBe(
    _ descriptor: UnsafeRawPointer, _ types: DescriptorList, _ depth: Int
  ) -> Bool {
    if types.contains(descriptor) { return true }
    guard descriptor.load(as: UInt32.self) & 31 == 17 else { return false }
    return depth == 8
      || TypeDescriptor(address: descriptor).mayHaveField(of: types, depth: depth + 1)
  }
}

/// Addresses of descriptors, in order. (The first set of a kind of elements makes the runtime look
/// through all conformances of the program for the one to `Hashable`, which a small program need
/// not pay.)
private struct DescriptorList {
  private let addresses: [UInt]

  package init(_ addresses: [UInt]) { self.addresses = addresses.sorted() }

  package func contains(_ descriptor: UnsafeRawPointer) -> Bool {
    let sought = UInt(bitPattern: descriptor)
    var (low, high) = (0, addresses.count)
    while low < high {
      let middle = (low + high) / 2
      if addresses[middle] < sought { low = middle + 1 } else { high = middle }
    }
    return low < addresses.count && addresses[low] == sought
  }
}

/// Tells whether images were loaded, by comparing two of them.
package struct LoadedImages: Equatable, Sendable {
  private var count = 0
  private var records = 0

  /// Those that are loaded now.
  package init() {
    forEachConformanceSection { section in
      count += 1
      records += section.count
    }
  }
}
