import CAlchemicRuntime

#if canImport(Darwin)
  import Darwin
  import MachO
#endif

/// One record of "this type conforms to that protocol", as the compiler leaves it in an image.
///
/// The layout is part of Swift's ABI (`TargetProtocolConformanceDescriptor` in the runtime's
/// `Metadata.h`): 32-bit relative addresses and flags.
@usableFromInline
package struct ConformanceRecord {
  @usableFromInline
  package let address: UnsafeRawPointer

  @inlinable
  package init(address: UnsafeRawPointer) { self.address = address }

  /// The protocol, at +0; the low bit says that the address is found one step further.
  @inlinable
  package var protocolDescriptor: ProtocolDescriptor? {
    relativeIndirectable(address).map { ProtocolDescriptor(address: $0) }
  }

  /// The type, at +4; bits 3 to 5 of the flags at +12 say how it is referred to. Nil where that
  /// is not a Swift type.
  package var typeDescriptor: TypeDescriptor? {
    let flags = address.load(fromByteOffset: 12, as: UInt32.self)
    let reference = address + 4
    switch (flags >> 3) & 7 {
    case 0:
      return TypeDescriptor(address: reference + Int(reference.load(as: Int32.self)))
    case 1:
      let indirect = reference + Int(reference.load(as: Int32.self))
      return indirect.load(as: UnsafeRawPointer?.self).map { TypeDescriptor(address: $0) }
    default: return nil
    }
  }
}

/// A relative address whose low bit says that it leads to a pointer instead of to the thing.
@inlinable
package func relativeIndirectable(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
  let offset = address.load(as: Int32.self)
  guard offset != 0 else { return nil }
  let target = address + Int(offset & ~1)
  return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
}

extension ConformanceRecord {
  /// What describes the type, of a record that is known to have that.
  package var descriptor: TypeDescriptor { typeDescriptor.unsafelyUnwrapped }

  /// The type, which is not generic and has a descriptor, as one that conforms to the record's
  /// protocol, which the caller names.
  ///
  /// A cast would say the same, and look for the record among all there are: for each type. A
  /// metatype of a protocol's is the type and the witness table (`TargetExistentialTypeMetadata`
  /// and what it describes).
  package func type<Conforming>(as _: Conforming.Type) -> Conforming {
    let type = descriptor.metadata()
    let table = swift_getWitnessTable(address, unsafeBitCast(type, to: UnsafeRawPointer.self), nil)
    return unsafeBitCast((type, table), to: Conforming.self)
  }
}

/// The sections of the loaded images that list conformance records: relative addresses, four bytes
/// each.
@usableFromInline
package func conformanceSections() -> [UnsafeRawBufferPointer] {
  var sections: [UnsafeRawBufferPointer] = []
  forEachConformanceSection { sections.append($0) }
  return sections
}

/// Calls `body` with every conformance record of some sections.
///
/// They are gathered before, so that what is done with thousands of records is no closure that the
/// runtime calls.
@inlinable @inline(__always)
package func forEachConformanceRecord(
  in sections: [UnsafeRawBufferPointer] = conformanceSections(),
  _ body: (ConformanceRecord) -> Void
) {
  for section in sections {
    for index in 0..<(section.count / 4) {
      // It has entries, so it has an address.
      let entry = section.baseAddress.unsafelyUnwrapped + 4 * index
      body(ConformanceRecord(address: entry + Int(entry.load(as: Int32.self))))
    }
  }
}

#if os(Linux) || os(Android)
  /// The runtime keeps a list of the sections of every image that was loaded.
  package func forEachConformanceSection(_ body: (UnsafeRawBufferPointer) -> Void) {
    typealias Body = (UnsafeRawBufferPointer) -> Void
    withoutActuallyEscaping(body) { escapingBody in
      var context: Body = escapingBody
      withUnsafeMutablePointer(to: &context) { pointer in
        swift_enumerateAllMetadataSections(
          { sections, context in
            let range = sections.pointee.protocolConformances
            if sections.pointee.version >= 1, range.length > 0,
              let body = context?.assumingMemoryBound(to: Body.self)
            {
              body.pointee(
                UnsafeRawBufferPointer(
                  start: UnsafeRawPointer(bitPattern: range.start), count: range.length))
            }
            return true
          }, pointer)
      }
    }
  }
#elseif canImport(Darwin)
  /// Not run here: Alchemic is built and tested on Linux. dyld knows the images, and the records
  /// are in `__TEXT,__swift5_proto`.
  package func forEachConformanceSection(_ body: (UnsafeRawBufferPointer) -> Void) {
    for image in 0..<_dyld_image_count() {
      guard let header = _dyld_get_image_header(image) else { continue }
      var size: UInt = 0
      let section = UnsafeRawPointer(header)
        .withMemoryRebound(to: mach_header_64.self, capacity: 1) { header in
          getsectiondata(header, "__TEXT", "__swift5_proto", &size)
        }
      if let section, size > 0 {
        body(UnsafeRawBufferPointer(start: section, count: Int(size)))
      }
    }
  }
#endif
