/// A request with criteria, to be looked up; equal for requests that find the same.
struct RequestKey: Hashable {
  private let type: ObjectIdentifier
  /// Whether the first of the criteria is a class; the others are protocols.
  private let hasClass: Bool
  private let criteria: [ObjectIdentifier]
  private let name: String?
  /// Computed before, since a name may be long, and tables are searched under a lock.
  private let hash: Int

  /// - Parameter criteria: Those that are consistent.
  init(_ type: Any.Type, _ criteria: SearchCriteria) {
    self.type = ObjectIdentifier(type)
    hasClass = !criteria.classes.isEmpty
    self.criteria = criteria.typeKey
    name = criteria.onlyName
    var hasher = Hasher()
    hasher.combine(self.type)
    hasher.combine(self.criteria)
    hasher.combine(name)
    hash = hasher.finalize()
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The wires of requests with class and protocol criteria that factories answer: rarer, so a dictionary under a lock.
///
/// Its size is bounded by the program: a key consists of types, in one order and each once.
final class CriteriaWires: Sendable {
  /// In an object that is made with the first of them: the runtime looks through all conformances of the program for how
  /// keys of a new kind are hashed.
  private final class Entries: @unchecked Sendable {
    // Proof: only touched under the lock.
    var wires = [RequestKey: AnyWire]()
  }

  private let entries = Locked<Entries?>(nil)

  /// How many there are.
  var count: Int { entries.withLock { $0?.wires.count ?? 0 } }

  subscript(key: RequestKey) -> AnyWire? { entries.withLock { $0?.wires[key] } }

  /// Adds a wire unless there is one already.
  ///
  /// - Returns: The wire that is kept.
  func insert(_ wire: AnyWire, for key: RequestKey) -> AnyWire {
    entries.withLock { present in
      let entries = present ?? Entries()
      present = entries
      if let wire = entries.wires[key] { return wire }
      entries.wires[key] = wire
      return wire
    }
  }
}
