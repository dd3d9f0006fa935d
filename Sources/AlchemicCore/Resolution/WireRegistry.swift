/// All wires of a model that a revision has to ask again, with what they ask for and what they draw from.
///
/// Wires that factories answer are owned here: tables find them, and factories refer to them. Their number is bounded by
/// the factories and by the types of the program. Those that no factory answers are not owned: see ``UnansweredWires``.
final class WireRegistry: @unchecked Sendable {
  // Proof: only touched under `CreationCoordinator.lock`; what it hands out are constants, wires and factories.

  struct Entry {
    let wire: AnyWire
    let criteria: SearchCriteria
    /// Counts up over all wires that were added.
    let number: Int
  }

  private var entries: [Entry] = []
  private var unanswered = UnansweredWires()
  /// All sources, also those that are not drawn from any more: a thread may just be doing so.
  private var sources: [AnyObject] = []
  /// How many wires were ever added.
  private(set) var added = 0

  /// Adds a wire, which draws from this source.
  func add(_ wire: AnyWire, asking criteria: SearchCriteria, from source: AnyObject) {
    entries.append(Entry(wire: wire, criteria: criteria, number: next()))
    sources.append(source)
  }

  /// Refers to a wire that no factory answers, unless another one of the same request is alive.
  ///
  /// - Returns: The one that is registered.
  func share(_ wire: AnyWire, asking criteria: SearchCriteria, by key: RequestKey) -> AnyWire {
    if let present = unanswered[key] { return present }
    unanswered.insert(wire, asking: criteria, by: key, numbered: next())
    return wire
  }

  /// Takes out a wire that ends. Takes the lock.
  func forget(_ wire: AnyWire) { CreationCoordinator.look { _ = unanswered.remove(wire) } }

  /// Owns a wire that factories answer from now on.
  func adopt(_ wire: AnyWire) {
    sources.append(wire.handOverSource())
    // All that come here were registered, or nobody would have asked them again.
    guard let criteria = unanswered.remove(wire) else { return }
    entries.append(Entry(wire: wire, criteria: criteria, number: next()))
  }

  /// Keeps another source.
  func keep(_ source: AnyObject) { sources.append(source) }

  private func next() -> Int {
    added += 1
    return added
  }

  /// The living ones that were added after the first so many.
  func entries(after first: Int) -> [Entry] {
    let start = entries.lastIndex { $0.number <= first }.map { $0 + 1 } ?? 0
    return Array(entries[start...]) + unanswered.entries(after: first)
  }

  /// How many wires there are: those that are owned, and those that are not.
  var count: (owned: Int, unanswered: Int) { (entries.count, unanswered.count) }
}

/// That a wire is answered by other factories.
struct WireChange {
  let wire: AnyWire
  /// From what it will draw.
  let source: AnyObject
  let traits: UInt8
  /// Those that answered before.
  let former: [AnyObjectFactory]
  let factories: [AnyObjectFactory]
  /// New ones that a reader would have to wait for: they have to be awaited, or need what has to be.
  var awaited: [AnyObjectFactory] = []

  /// Whether the wire could not be followed any more, and somebody does.
  var breaksFollowers: Bool {
    wire.mustStayShared
      && (traits & WireTraits.shared == 0 || !awaited.isEmpty)
  }

  /// Finds what a reader would have to wait for.
  mutating func findAwaited(in graph: DependencyGraph) {
    guard graph.awaitsAnything else { return }
    let present = former.identities
    awaited = factories.filter { factory in
      !present.contains(ObjectIdentifier(factory))
        && (factory.facts.making == .awaited
          || graph.awaitedNeeds(of: factory).contains { !$0.isSettled })
    }
  }
}
