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

  private let wires = Locked([Key: AnyWire]())

  subscript(key: Key) -> AnyWire? { wires.withLock { $0[key] } }

  /// Adds a wire unless there is one already.
  ///
  /// - Returns: The wire that is kept.
  func insert(_ wire: AnyWire, for key: Key) -> AnyWire {
    wires.withLock { wires in
      if let present = wires[key] { return present }
      wires[key] = wire
      return wire
    }
  }
}
