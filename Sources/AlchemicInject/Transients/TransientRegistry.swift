package import AlchemicCore

/// Tells the hosts with hooks that a property of theirs has changed.
///
/// The new value itself needs no telling: transient properties read it where it is. So hosts without
/// hooks are in no list at all.
package enum TransientRegistry {
  /// Calls `didInject(variable:)` of every living host that follows the factory, once for each property,
  /// in the order in which hosts were injected.
  ///
  /// - Complexity: O(*h*) in these hosts.
  static func tellFollowers(of factory: AnyObjectFactory, in model: Model) {
    guard factory.wires.contains(where: { $0.attachment.current != nil }) else { return }
    let teller = factory.attachment.object { Teller() }
    guard teller.begin(upTo: FollowerList.latestSequence) else { return }
    repeat {
      tellRound(factory.wires, upTo: teller.roundLimit, announcing: model.listener != nil)
    } while teller.end()
  }

  /// Calls `didInject(variable:)` of every living host that follows one of these wires, which other factories
  /// answer than before: once for each property, in the order in which hosts were injected.
  ///
  /// - Parameter limit: The last host to tell: those that came later have the new value already.
  static func tellFollowers(of wires: [AnyWire], upTo limit: UInt64, in model: Model) {
    let followed = wires.filter { $0.attachment.current != nil }
    guard !followed.isEmpty else { return }
    let teller = model.attachment.object { RevisionTeller() }
    guard teller.begin((followed, limit)) else { return }
    while let round = teller.next() {
      tellRound(round.wires, upTo: round.limit, announcing: model.listener != nil)
    }
  }

  /// How many properties follow a wire: those of living hosts with hooks.
  package static func followerCount(of wire: AnyWire) -> Int {
    list(of: wire)?.count ?? 0
  }

  /// Only lists are attached to wires.
  private static func list(of wire: AnyWire) -> FollowerList? {
    wire.attachment.current.map { unsafeDowncast($0, to: FollowerList.self) }
  }

  private static func tellRound(_ wires: [AnyWire], upTo limit: UInt64, announcing: Bool) {
    let lists = wires.compactMap { list(of: $0) }
    let marked = lists.map { (list: $0, mark: $0.begin()) }
    defer { marked.forEach { $0.list.remove($0.mark) } }
    if marked.count == 1 {
      let (list, mark) = marked[0]
      while let (host, property) = list.advance(mark, upTo: limit) {
        tell(host, property, announcing)
      }
      return
    }
    while true {
      // The list whose next follower came first. It may be gone by the time its turn comes.
      var next: (position: Int, sequence: UInt64)?
      for (position, (list, mark)) in marked.enumerated() {
        guard let sequence = list.nextSequence(after: mark), sequence <= limit else { continue }
        if let first = next?.sequence, first <= sequence { continue }
        next = (position, sequence)
      }
      guard let next else { return }
      let (list, mark) = marked[next.position]
      if let (host, property) = list.advance(mark, upTo: next.sequence) {
        tell(host, property, announcing)
      }
    }
  }

  private static func tell(_ host: AnyObject, _ property: Int, _ announcing: Bool) {
    HostPlan.of(type(of: host)).didChange(property, in: host, announcing: announcing)
  }
}
