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

  private static func tellRound(
    _ list: FollowerList, upTo limit: UInt64, _ caller: inout FollowerCaller
  ) {
    var cursor = FollowerList.Cursor()
    withUnsafeMutablePointer(to: &cursor) { cursor in
      list.begin(cursor)
      defer { list.end(cursor) }
      while let (host, property) = list.advance(cursor, upTo: limit) { caller.tell(host, property) }
    }
  }

  private static func tellRound(_ wires: [AnyWire], upTo limit: UInt64, announcing: Bool) {
    let lists = wires.compactMap { list(of: $0) }
    var caller = FollowerCaller(announcing: announcing)
    if lists.count == 1 { return tellRound(lists[0], upTo: limit, &caller) }
    var cursors = lists.map { _ in FollowerList.Cursor() }
    cursors.withUnsafeMutableBufferPointer { cursors in
      guard let first = cursors.baseAddress else { return }
      let cursors = lists.indices.map { first + $0 }
      for (list, cursor) in zip(lists, cursors) { list.begin(cursor) }
      defer { for (list, cursor) in zip(lists, cursors) { list.end(cursor) } }
      while true {
        // The list whose next follower came first. It may be gone by the time its turn comes.
        var next: (index: Int, sequence: UInt64)?
        for index in lists.indices {
          guard let sequence = lists[index].nextSequence(at: cursors[index]), sequence <= limit,
            sequence < next?.sequence ?? .max
          else { continue }
          next = (index, sequence)
        }
        guard let next else { return }
        let follower = lists[next.index].advance(cursors[next.index], upTo: next.sequence)
        if let (host, property) = follower { caller.tell(host, property) }
      }
    }
  }
}

/// Calls hosts one after the other: many are of one class.
private struct FollowerCaller {
  let announcing: Bool
  private var type: AnyClass?
  /// Plans, and what calls their hooks, are kept for good.
  private var plan: Unmanaged<HostPlan>?
  /// Calls the hooks at once, if nothing else is to be done.
  private var hooks: Unmanaged<HookCaller>?

  init(announcing: Bool) { self.announcing = announcing }

  mutating func tell(_ host: AnyObject, _ property: Int) {
    let type: AnyClass = Swift.type(of: host)
    if self.type != type { look(at: type) }
    if let hooks {
      hooks._withUnsafeGuaranteedRef { $0.didInject(host, property) }
    } else {
      plan?.takeUnretainedValue().didChange(property, in: host, announcing: announcing)
    }
  }

  @inline(never)
  private mutating func look(at type: AnyClass) {
    let plan = HostPlan.of(type)
    (self.type, self.plan, hooks) = (type, .passUnretained(plan), nil)
    if !announcing, case .anywhere(let caller) = plan.hooks { hooks = .passUnretained(caller) }
  }
}
