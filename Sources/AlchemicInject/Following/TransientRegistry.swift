import AlchemicRuntime
package import AlchemicCore
import Synchronization

/// Tells the hosts with hooks that a property of theirs has changed.
///
/// The new value itself needs no telling: transient properties read it where it is. So hosts
/// without hooks are in no list at all.
package enum TransientRegistry {
  /// Calls `didInject(variable:)` of every living host that follows the factory, once for each
  /// property, in the order in which hosts were injected.
  ///
  /// - Parameter replacement: What has changed.
  /// - Complexity: O(*h*) in these hosts.
  static func notifyFollowers(of replacement: borrowing Replacement, in model: Model) {
    guard let notifier = replacement.notifier else { return }
    notifier.with { notifier in
      notifyRound(replacement.followed, upTo: notifier.roundLimit, in: model)
      while notifier.end() {
        let resolvers = replacement.slot.allAnswers
        notifyRound(.several(resolvers), upTo: notifier.roundLimit, in: model)
      }
    }
  }

  /// Calls `didInject(variable:)` of every living host that follows one of these resolvers, which
  /// other factories answer than before: once for each property, in the order in which hosts were
  /// injected.
  ///
  /// - Parameter limit: The last host to tell: those that came later have the new value already.
  static func notifyFollowers(of resolvers: [Resolver], upTo limit: UInt64, in model: Model) {
    let followed = resolvers.filter { $0.followers.reference != nil }
    guard !followed.isEmpty else { return }
    let notifier = model.revisionNotifier.object { RevisionNotifier() }
    guard notifier.begin((followed, limit)) else { return }
    while let round = notifier.next() {
      let resolvers = round.resolvers.map { Borrowed($0 as CachedAnswer) }
      withExtendedLifetime(round) {
        notifyRound(.several(resolvers), upTo: round.limit, in: model)
      }
    }
  }

  /// How many properties follow a resolver: those of living hosts with hooks.
  package static func followerCount(of resolver: Resolver) -> Int {
    list(of: Borrowed(resolver))?.object.count ?? 0
  }

  /// Only lists are stored there, and the resolver keeps its list.
  private static func list(of answer: Borrowed<CachedAnswer>) -> Borrowed<FollowerList>? {
    answer.with { $0.followers.reference }?.assumed()
  }

  private static func notifyRound(_ list: FollowerList, upTo limit: UInt64, announcing: Bool) {
    var cursor = FollowerList.Cursor()
    while let follower = list.next(at: &cursor, upTo: limit) {
      follower.notify(announcing: announcing)
    }
  }

  /// - Parameter resolvers: Alive as long as this takes.
  private static func notifyRound(
    _ resolvers: FollowedAnswers, upTo limit: UInt64, in model: Model
  ) {
    // Asked in each round: what has run before may be where somebody began to listen.
    let isObserved = Observation.isActive && model.listener != nil
    switch resolvers {
    case .none: break
    case .one(let resolver):
      list(of: resolver)?.with {
        notifyRound($0, upTo: limit, announcing: isObserved)
      }
    case .several(let resolvers):
      let lists = resolvers.compactMap { list(of: $0)?.object }
      if lists.count == 1 {
        notifyRound(lists[0], upTo: limit, announcing: isObserved)
      } else {
        notifyRound(lists, upTo: limit, announcing: isObserved)
      }
    }
  }

  /// Tells the followers of several resolvers in the order in which they came.
  private static func notifyRound(
    _ lists: [FollowerList], upTo limit: UInt64, announcing: Bool
  ) {
    var cursors = lists.map { _ in FollowerList.Cursor() }
    defer { for index in lists.indices { lists[index].end(&cursors[index]) } }
    while true {
      // The list whose next follower came first. It may be gone by the time its turn comes.
      var next: (index: Int, sequence: UInt64)?
      for index in lists.indices {
        guard let sequence = lists[index].nextSequence(at: &cursors[index]), sequence <= limit,
          sequence < next?.sequence ?? .max
        else { continue }
        next = (index, sequence)
      }
      guard let next else { return }
      lists[next.index].next(at: &cursors[next.index], numbered: next.sequence)?
        .notify(announcing: announcing)
    }
  }
}

/// Decides which thread notifies the followers of resolvers that another revision of a model
/// answers. As with sets, rounds do not nest, and no thread waits for another: a thread that comes
/// while hosts are notified leaves its round to the thread that notifies them.
final class RevisionNotifier: Sendable {
  /// Resolvers, and the last host that may have seen them as they were.
  typealias Round = (resolvers: [Resolver], limit: UInt64)

  private struct State {
    var isNotifying = false
    var rounds = Queue<Round>()
  }

  private let state = Locked(State())

  /// Adds a round.
  ///
  /// - Returns: Whether the caller has to do it.
  func begin(_ round: Round) -> Bool {
    state.withLock { state in
      state.rounds.append(round)
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
  }

  /// The next round; nil at the end.
  func next() -> Round? {
    state.withLock { state in
      if let round = state.rounds.popFirst() { return round }
      state.isNotifying = false
      return nil
    }
  }
}
