import CAlchemicRuntime

#if canImport(Darwin)
import Darwin
import MachO
#endif

/// The part of a loaded image that lists conformance records: relative addresses, four bytes each.
@usableFromInline
package struct ConformanceSection: Equatable, Sendable {
  @usableFromInline let start: Record
  /// The number of records.
  @usableFromInline package let count: Int

  fileprivate init?(at start: UnsafeRawPointer?, bytes: Int) {
    guard let start, bytes > 0 else { return nil }
    self.start = Record(at: start)
    count = bytes / 4
  }
}

/// Calls `body` with each conformance record of the sections.
@inlinable @inline(__always)
package func forEachConformanceRecord(
  in sections: [ConformanceSection] = conformanceSections(), _ body: (ConformanceRecord) -> Void
) {
  for section in sections {
    for index in 0..<section.count { body(ConformanceRecord(section.start.target(4 * index))) }
  }
}

#if os(Linux) || os(Android)
/// Returns the sections of the loaded images, which the runtime lists.
@usableFromInline
package func conformanceSections() -> [ConformanceSection] {
  var sections: [ConformanceSection] = []
  withUnsafeMutablePointer(to: &sections) { sections in
    swift_enumerateAllMetadataSections(
      { image, sections in
        let image = image.pointee
        if image.version >= 1,
          let section = ConformanceSection(
            at: image.conformances, bytes: image.conformancesLength)
        {
          sections?.assumingMemoryBound(to: [ConformanceSection].self).pointee.append(section)
        }
        return true
      }, sections)
  }
  return sections
}
#elseif canImport(Darwin)
/// Returns the section `__TEXT,__swift5_proto` of each image that dyld lists. Not run here:
/// Alchemic is built and tested on Linux.
@usableFromInline
package func conformanceSections() -> [ConformanceSection] {
  (0..<_dyld_image_count()).compactMap { image in
    guard let header = _dyld_get_image_header(image) else { return nil }
    var size: UInt = 0
    let start = UnsafeRawPointer(header)
      .withMemoryRebound(to: mach_header_64.self, capacity: 1) { header in
        getsectiondata(header, "__TEXT", "__swift5_proto", &size)
      }
    return ConformanceSection(at: start, bytes: Int(size))
  }
}
#endif
