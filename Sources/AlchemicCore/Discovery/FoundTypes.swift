import AlchemicRuntime

/// A type that a scan has found, and where its conformances are written down.
struct FoundType {
  let descriptor: ContextDescriptor
  /// Its conformance to the protocol for which it was found; nil if there is only the other one.
  var record: ConformanceRecord?
  /// A class's conformance to `AlchemicCreatable`; nil if it does not make itself.
  var creatable: ConformanceRecord?

  /// The type as one that conforms to the protocol for which it was found.
  func type<Conforming>(as protocolType: Conforming.Type) -> Conforming {
    record.unsafelyUnwrapped.type(of: descriptor, as: protocolType)
  }

  /// The class, and the same as one that makes itself, if it says so.
  func types() -> (managed: any AlchemicManaged.Type, creatable: (any AlchemicCreatable.Type)?) {
    guard let creatable else { return (type(as: (any AlchemicManaged.Type).self), nil) }
    let type = creatable.type(of: descriptor, as: (any AlchemicCreatable.Type).self)
    return (type, type)
  }
}

typealias FoundTypes = [FoundType]

extension FoundTypes {
  /// Adds one of the records of a class.
  ///
  /// The two of a class lie beside each other, whichever comes first; but for those of another
  /// module.
  mutating func pair(_ found: FoundType) {
    if let last, last.descriptor == found.descriptor,
      (last.record == nil) != (found.record == nil),
      (last.creatable == nil) != (found.creatable == nil)
    {
      self[count - 1].record = last.record ?? found.record
      self[count - 1].creatable = last.creatable ?? found.creatable
    } else {
      append(found)
    }
  }

  /// Pairs the records that lie apart.
  ///
  /// - Parameter subclasses: What is found in another way.
  /// - Returns: The classes that say only that they are creatable: they inherit what would make
  ///   them managed, and are removed.
  mutating func pairOthers(besides subclasses: FoundTypes) -> FoundTypes {
    let others = filter { $0.record == nil }
    if others.isEmpty { return [] }
    removeAll { $0.record == nil }
    var positions: [ObjectIdentifier: Int?] = [:]
    for type in subclasses { positions[type.descriptor.id] = .some(nil) }
    for position in indices { positions[self[position].descriptor.id] = position }
    return others.filter { type in
      guard let position = positions[type.descriptor.id] else { return true }
      if let position { self[position].creatable = type.creatable }
      return false
    }
  }

  /// Calls `body` with each type once, by qualified name: the same order in every run. Private
  /// types of one name in several files keep the order in which they were linked.
  @inline(never)
  func forEachInOrder(_ body: (FoundType) -> Void) {
    if isEmpty { return }
    var names = QualifiedNames(of: map(\.descriptor))
    for position in names.inOrder() { body(self[Int(position)]) }
  }
}
