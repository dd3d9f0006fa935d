package import AlchemicCore
import Synchronization

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
    guard let teller = replacement.teller else { return }
    replacement.factory._withUnsafeGuaranteedRef { factory in
      teller._withUnsafeGuaranteedRef { teller in
        tellRound(replacement.followed, upTo: teller.roundLimit, in: model)
        while teller.end() {
          tellRound(.several(factory.wires), upTo: teller.roundLimit, in: model)
        }
      }
    }
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
        tellRound(.several(wires), upTo: round.limit, in: model)
      }
    }
  }

  /// How many properties follow a wire: those of living hosts with hooks.
  package static func followerCount(of wire: AnyWire) -> Int {
    list(of: .passUnretained(wire))?.takeUnretainedValue().count ?? 0
  }

  /// Only lists are attached to wires, which keep them.
  private static func list(of wire: Unmanaged<AnyWire>) -> Unmanaged<FollowerList>? {
    wire._withUnsafeGuaranteedRef { $0.attachment.reference }.map { .fromOpaque($0.toOpaque()) }
  }

  private static func tellRound(_ list: FollowerList, upTo limit: UInt64, announcing: Bool) {
    var cursor = FollowerList.Cursor()
    withUnsafeMutablePointer(to: &cursor) { cursor in
      while let follower = list.next(at: cursor, upTo: limit) {
        follower.tell(announcing: announcing)
      }
    }
  }

  /// - Parameter wires: Alive as long as this takes.
  private static func tellRound(_ wires: FollowedWires, upTo limit: UInt64, in model: Model) {
    // Asked in each round: what has run before may be where somebody began to listen.
    let isObserved = Observation.isOn.load(ordering: .acquiring) && model.listener != nil
    switch wires {
    case .none: break
    case .one(let wire):
      list(of: wire)?._withUnsafeGuaranteedRef {
        tellRound($0, upTo: limit, announcing: isObserved)
      }
    case .several(let wires):
      let lists = wires.compactMap { list(of: $0)?.takeUnretainedValue() }
      if lists.count == 1 {
        tellRound(lists[0], upTo: limit, announcing: isObserved)
      } else {
        tellRound(lists, upTo: limit, announcing: isObserved)
      }
    }
  }

  /// Tells the followers of several wires in the order in which they came.
  private static func tellRound(
    _ lists: [FollowerList], upTo limit: UInt64, announcing: Bool
  ) {
    let cursors = UnsafeMutablePointer<FollowerList.Cursor>.allocate(capacity: lists.count)
    cursors.initialize(repeating: FollowerList.Cursor(), count: lists.count)
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
      lists[next.index].next(at: cursors + next.index, numbered: next.sequence)?
        .tell(announcing: announcing)
    }
  }
}
