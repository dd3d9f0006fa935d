package import AlchemicCore

/// Tells the hosts with hooks that a property of theirs has changed.
///
/// The new value itself needs no telling: transient properties read it where it is. So hosts without
/// hooks are in no list at all.
package enum TransientRegistry {
  /// Calls `didInject(variable:)` of every living host that follows the factory, once for each property,
  /// in the order in which hosts were injected.
  ///
  /// - Parameter replacement: What has changed.
  /// - Complexity: O(*h*) in these hosts.
  static func tellFollowers(of replacement: borrowing Replacement, in model: Model) {
    let factory = replacement.factory
    guard replacement.wires.contains(where: { list(of: $0) != nil }) else { return }
    let teller = factory.attachment.object { Teller() }
    guard teller.begin(upTo: FollowerList.latestSequence) else { return }
    var wires: [Unmanaged<AnyWire>]? = replacement.wires
    repeat {
      tellRound(
        wires ?? factory.wires, upTo: teller.roundLimit, announcing: model.listener != nil)
      wires = nil
    } while teller.end()
  }

  /// Calls `didInject(variable:)` of every living host that follows one of these wires, which other factories
  /// answer than before: once for each property, in the order in which hosts were injected.
  ///
  /// - Parameter limit: The last host to tell: those that came later have the new value already.
  static func tellFollowers(of wires: [AnyWire], upTo limit: UInt64, in model: Model) {
    let followed = wires.filter { $0.attachment.isThere }
    guard !followed.isEmpty else { return }
    let teller = model.attachment.object { RevisionTeller() }
    guard teller.begin((followed, limit)) else { return }
    while let round = teller.next() {
      let wires = round.wires.map { Unmanaged.passUnretained($0) }
      withExtendedLifetime(round) {
        tellRound(wires, upTo: round.limit, announcing: model.listener != nil)
      }
    }
  }

  /// How many properties follow a wire: those of living hosts with hooks.
  package static func followerCount(of wire: AnyWire) -> Int {
    list(of: .passUnretained(wire))?.takeUnretainedValue().count ?? 0
  }

  /// Only lists are attached to wires, which keep them.
  private static func list(of wire: Unmanaged<AnyWire>) -> Unmanaged<FollowerList>? {
    wire._withUnsafeGuaranteedRef { $0.attachment.current }
      .map { .passUnretained(unsafeDowncast($0, to: FollowerList.self)) }
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

  /// - Parameter wires: Alive as long as this takes.
  private static func tellRound(
    _ wires: [Unmanaged<AnyWire>], upTo limit: UInt64, announcing: Bool
  ) {
    var caller = FollowerCaller(announcing: announcing)
    if wires.count == 1, let list = list(of: wires[0]) {
      return list._withUnsafeGuaranteedRef { tellRound($0, upTo: limit, &caller) }
    }
    let lists = wires.compactMap { list(of: $0)?.takeUnretainedValue() }
    let cursors = UnsafeMutablePointer<FollowerList.Cursor>.allocate(capacity: lists.count)
    cursors.initialize(repeating: FollowerList.Cursor(), count: lists.count)
    for index in lists.indices { lists[index].begin(cursors + index) }
    defer {
      for index in lists.indices { lists[index].end(cursors + index) }
      cursors.deallocate()
    }
    while true {
      // The list whose next follower came first. It may be gone by the time its turn comes.
      var next: (index: Int, sequence: UInt64)?
      for index in lists.indices {
        guard let sequence = lists[index].nextSequence(at: cursors + index), sequence <= limit,
          sequence < next?.sequence ?? .max
        else { continue }
        next = (index, sequence)
      }
      guard let next else { return }
      let follower = lists[next.index].advance(cursors + next.index, upTo: next.sequence)
      if let (host, property) = follower { caller.tell(host, property) }
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
