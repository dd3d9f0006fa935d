/// All wires of a model, with what they ask for and what they draw from: for a revision to ask again.
final class WireRegistry: @unchecked Sendable {
  // Proof: only touched under `CreationDesk.lock`; what it hands out are constants, wires and factories.

  struct Entry {
    let wire: AnyWire
    let criteria: SearchCriteria
  }

  private var entries: [Entry] = []
  /// All sources, also those that are not drawn from any more: a thread may just be doing so.
  private var sources: [AnyObject] = []

  /// Adds a wire, which draws from this source.
  func add(_ wire: AnyWire, asking criteria: SearchCriteria, from source: AnyObject) {
    entries.append(Entry(wire: wire, criteria: criteria))
    sources.append(source)
  }

  /// Keeps another source.
  func keep(_ source: AnyObject) { sources.append(source) }

  var count: Int { entries.count }

  /// Those that were added after the first so many.
  func entries(from first: Int) -> [Entry] { Array(entries.dropFirst(first)) }
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
