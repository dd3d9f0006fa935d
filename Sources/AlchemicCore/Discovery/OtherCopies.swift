import AlchemicRuntime
import CAlchemicRuntime

/// Finds images that have a copy of Alchemic of their own: linked statically into a library, and
/// into the program as well.
///
/// Protocols are told apart by the addresses of their descriptors, so what conforms to the
/// protocols of another copy is not found, without a word. Such a protocol has another address and
/// the same name.
struct OtherCopies {
  /// An image, and its classes that are not found.
  struct Image {
    let image: String
    fileprivate(set) var classes: [ContextDescriptor] = []

    /// Of the classes, with their modules, in order.
    var names: [String] {
      Array(Set(classes.map(\.qualifiedName))).ordered(byName: \.self)
    }
  }

  private static let protocols = [
    "AlchemicManaged", "AlchemicCreatable", "AlchemicSubclass", "AlchemicConfig", "AlchemicAspect",
  ]

  private let known: Set<ObjectIdentifier>
  private var found: [Image] = []
  /// What the descriptors of Alchemic's protocols begin with.
  private let flags = ContextDescriptor(ofProtocol: (any AlchemicManaged).self)?.flags

  /// - Parameter known: Classes that are not looked for.
  init(besides known: Set<ObjectIdentifier>) { self.known = known }

  var images: [Image] { found.ordered(byName: \.image) }

  /// Looks at a record of a protocol that is none of this copy's.
  ///
  /// Thousands of records come here, and nearly all are done with one comparison: the first word of
  /// a descriptor tells a protocol for objects, as Alchemic's are, from others.
  @inline(__always)
  mutating func look(at record: ConformanceRecord, of descriptor: ContextDescriptor?) {
    if let descriptor, descriptor.flags == flags { add(record, of: descriptor) }
  }

  private mutating func add(_ record: ConformanceRecord, of descriptor: ContextDescriptor) {
    // Aspects of Alchemic's own are in every copy, and nobody misses them.
    guard Self.protocols.contains(descriptor.name), descriptor.module == "AlchemicCore",
      let type = record.typeDescriptor, !known.contains(type.id), !type.isOfAlchemic
    else { return }
    let image = Self.image(of: record.address)
    let position = found.firstIndex { $0.image == image } ?? found.count
    if position == found.count { found.append(Image(image: image)) }
    found[position].classes.append(type)
  }

  /// The file in which something lies, without its folder.
  private static func image(of address: UnsafeRawPointer) -> String {
    guard let path = alchemic_image(address) else { return "an image" }
    let name = String(cString: path)
    return name.split(separator: "/").last.map { String($0) } ?? name
  }
}
