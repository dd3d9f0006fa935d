/// The wires of requests with class and protocol criteria, and of those for names that no factory has:
/// rarer, so a dictionary under a lock.
final class CriteriaWires: Sendable {
  struct Key: Hashable {
    let type: ObjectIdentifier
    /// Whether the first of the criteria is a class; the others are protocols.
    let hasClass: Bool
    let criteria: [ObjectIdentifier]
    /// A name that no factory has.
    let name: String?
  }

  /// In an object that is made with the first of them: the runtime looks through all conformances of the program for how
  /// keys of a new kind are hashed.
  private final class Entries: @unchecked Sendable {
    // Proof: only touched under the lock.
    var wires = [Key: AnyWire]()
  }

  private let entries = Locked<Entries?>(nil)

  subscript(key: Key) -> AnyWire? { entries.withLock { $0?.wires[key] } }

  /// Adds a wire unless there is one already.
  ///
  /// - Returns: The wire that is kept.
  func insert(_ wire: AnyWire, for key: Key) -> AnyWire {
    entries.withLock { present in
      let entries = present ?? Entries()
      present = entries
      if let wire = entries.wires[key] { return wire }
      entries.wires[key] = wire
      return wire
    }
  }
}
