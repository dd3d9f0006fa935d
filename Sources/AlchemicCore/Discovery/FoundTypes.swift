import AlchemicRuntime

/// A type that a scan has found, with its conformance records.
struct FoundType {
  let descriptor: ContextDescriptor
  /// The conformance for which the type was found; nil if there is only `creatable`.
  var record: ConformanceRecord?
  /// The conformance of a class to `AlchemicCreatable`, if any.
  var creatable: ConformanceRecord?

  /// Returns the type as a metatype of the protocol for which it was found.
  func type<Conforming>(as protocolType: Conforming.Type) -> Conforming {
    record.unsafelyUnwrapped.type(of: descriptor, as: protocolType)
  }

  /// Returns the class, and the same class as a creatable one if it conforms.
  func types() -> (managed: any AlchemicManaged.Type, creatable: (any AlchemicCreatable.Type)?) {
    guard let creatable else { return (type(as: (any AlchemicManaged.Type).self), nil) }
    let type = creatable.type(of: descriptor, as: (any AlchemicCreatable.Type).self)
    return (type, type)
  }
}

typealias FoundTypes = [FoundType]

extension FoundTypes {
  /// Adds a record of a class.
  ///
  /// The two records of a class are adjacent, in either order, except a conformance in another
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

  /// Pairs the records that are not adjacent.
  ///
  /// - Parameter subclasses: The classes that have an `AlchemicSubclass` record.
  /// - Returns: The removed classes. They have only an `AlchemicCreatable` record, since they
  ///   inherit `AlchemicManaged`.
  mutating func pairOthers(besides subclasses: FoundTypes) -> FoundTypes {
    let others = filter { $0.record == nil }
    if others.isEmpty { return [] }
    removeAll { $0.record == nil }
    let subclasses = Set(subclasses.map(\.descriptor.id))
    var positions: [ObjectIdentifier: Int] = [:]
    for position in indices { positions[self[position].descriptor.id] = position }
    return others.filter { type in
      guard let position = positions[type.descriptor.id] else {
        return !subclasses.contains(type.descriptor.id)
      }
      self[position].creatable = type.creatable
      return false
    }
  }

  /// Calls `body` with each type once, by qualified name: the same order in every run. Private
  /// types of the same name in several files keep the order in which they were linked.
  @inline(never)
  func forEachInOrder(_ body: (FoundType) -> Void) {
    if isEmpty { return }
    let names = QualifiedNames(of: map(\.descriptor))
    for position in names.inOrder() { body(self[Int(position)]) }
  }
}
