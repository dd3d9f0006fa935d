import AlchemicRuntime
import CAlchemicRuntime

/// Finds test doubles, and images with another copy of Alchemic. Two copies exist if a library and
/// the program both link Alchemic statically. Most programs have neither, so one test of a record
/// excludes both.
///
/// Protocols are distinguished by the addresses of their descriptors. A scan therefore does not
/// find types that conform to the protocols of another copy, and reports no error. Such a protocol
/// has the same name and another address.
struct OtherCopies {
  /// An image, and those of its classes that a scan does not find.
  final class Image {
    let image: String
    fileprivate(set) var classes: [ContextDescriptor]

    init(image: String, classes: [ContextDescriptor] = []) {
      (self.image, self.classes) = (image, classes)
    }

    /// The sorted names of the classes, with their modules.
    var names: [String] {
      Array(Set(classes.map(\.qualifiedName))).ascending
    }
  }

  private static let protocols = [
    "AlchemicManaged", "AlchemicCreatable", "AlchemicSubclass", "AlchemicConfig", "AlchemicAspect",
  ]

  private let known: Set<ObjectIdentifier>
  private var found: [Image] = []
  /// The test doubles, including those among the classes to skip.
  private(set) var doubles = FoundTypes()
  private let double = ContextDescriptor(ofProtocol: (any AlchemicTestDouble).self)
  /// The first word of the descriptors of Alchemic's protocols.
  private let flags = ContextDescriptor(ofProtocol: (any AlchemicManaged).self)?.flags

  /// - Parameter known: Classes to skip.
  init(besides known: Set<ObjectIdentifier>) { self.known = known }

  var images: [Image] { Self.inOrder(found) }

  static func inOrder(_ images: [Image]) -> [Image] { images.ordered(byName: \.image) }

  /// Examines a record of a protocol for test doubles, or one that this copy does not declare.
  ///
  /// Nearly all of the thousands of records need one comparison: the first word of the descriptor
  /// distinguishes a protocol for objects, as Alchemic's are, from others.
  @inline(__always)
  mutating func look(at record: ConformanceRecord, of descriptor: ContextDescriptor?) {
    if let descriptor, descriptor.flags == flags { add(record, of: descriptor) }
  }

  private mutating func add(_ record: ConformanceRecord, of descriptor: ContextDescriptor) {
    if descriptor == double {
      guard let type = record.typeDescriptor, !type.isGeneric else { return }
      return doubles.append(FoundType(descriptor: type, record: record))
    }
    // Every copy contains Alchemic's own aspects, so none of them is missing.
    guard Self.protocols.contains(descriptor.name), descriptor.module == "AlchemicCore",
      let type = record.typeDescriptor, !known.contains(type.id), !type.isOfAlchemic
    else { return }
    Self.add(type, of: record, to: &found)
  }

  /// Adds a class to its image.
  static func add(_ type: ContextDescriptor, of record: ConformanceRecord, to images: inout [Image])
  {
    let name = image(of: record.address)
    let position = images.firstIndex { $0.image == name } ?? images.count
    if position == images.count { images.append(Image(image: name)) }
    images[position].classes.append(type)
  }

  /// Returns the name of the file that contains an address, without its folder.
  static func image(of address: UnsafeRawPointer) -> String {
    guard let path = alchemic_image(address) else { return "an image" }
    let name = String(cString: path)
    return name.split(separator: "/").last.map { String($0) } ?? name
  }
}
