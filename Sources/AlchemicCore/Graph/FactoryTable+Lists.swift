import AlchemicRuntime

// Tables of factories that are created on first use.

/// Factories by name. Compares hashes first: the creation of all names would take longer than
/// building the model.
final class NameTable {
  private var byHash: [UInt64: Factory] = [:]
  /// The factories that share their hash with another one.
  private var others: [Factory] = []

  /// - Parameter factories: If several have one name, the first counts.
  init(_ factories: [Factory]) {
    byHash.reserveCapacity(factories.count)
    for factory in factories {
      let hash = factory.facts.nameHash
      if byHash[hash] == nil { byHash[hash] = factory } else { others.append(factory) }
    }
  }

  subscript(name: String) -> Factory? {
    guard let first = byHash[TypeNameHash.of(name)] else { return nil }
    return first.facts.name == name ? first : others.first { $0.facts.name == name }
  }
}

/// Lists of factories by type, in order. They are linked in one array, since nearly all have one
/// member.
final class TypeLists {
  /// By type: the index of its last link.
  private var ends = [ObjectIdentifier: Int]()
  /// For each link, a factory's index and the index of the next link. The last link refers to the
  /// first.
  private var links: [(factory: Int32, next: Int32)] = []

  init(_ factories: [Factory]) {
    ends.reserveCapacity(factories.count)
    links.reserveCapacity(factories.count)
    for (position, factory) in factories.enumerated() {
      forTypeAndSuperclasses(factory.facts.product) { type in
        let link = links.count
        links.append((Int32(position), Int32(link)))
        guard let last = ends.updateValue(link, forKey: ObjectIdentifier(type)) else { return }
        links[link].next = links[last].next
        links[last].next = Int32(link)
      }
    }
  }

  /// The indices of the factories of a type.
  subscript(type: ObjectIdentifier) -> [Int] {
    var positions: [Int] = []
    guard let last = ends[type] else { return positions }
    var link = last
    repeat {
      link = Int(links[link].next)
      positions.append(Int(links[link].factory))
    } while link != last
    return positions
  }
}

/// Calls `body` with a type, and, for a class or a protocol with a superclass, with each of these.
func forTypeAndSuperclasses(_ type: Any.Type, _ body: (Any.Type) -> Void) {
  body(type)
  if let shape = ExistentialShape(type) {
    if let superclass = shape.superclass { forTypeAndSuperclasses(superclass, body) }
    return
  }
  guard TypeKind.isClass(type) else { return }
  var next: AnyClass? = (type as? AnyClass).flatMap(_getSuperclass)
  while let superclass = next {
    body(superclass)
    next = _getSuperclass(superclass)
  }
}
