import AlchemicRuntime
package import AlchemicCore
import Synchronization

/// Notifies the hosts with hooks whose properties have new values.
///
/// A `@Transient` property reads the current value itself. So no list contains hosts without hooks.
package enum TransientRegistry {
  /// Calls `didInject(variable:)` of every live host that follows the factory, once for each
  /// property, in the order in which hosts were injected.
  ///
  /// - Parameters:
  ///   - replacement: The change of the factory's object.
  ///   - onlyOptional: Whether the factory has no object any more. Then only properties of an
  ///     optional type can be read and are notified.
  /// - Complexity: O(*h*) in the hosts that are notified.
  @inline(never)
  package static func notifyFollowers(
    of replacement: borrowing Replacement, in model: Model, onlyOptional: Bool = false
  ) {
    guard let notifier = replacement.notifier else { return }
    func answers() -> FollowedAnswers {
      let all = replacement.slot.allAnswers
      return .several(onlyOptional ? all.filter { $0.with(\.isOptional) } : all)
    }
    notifier.with { notifier in
      if onlyOptional {
        notifyRound(answers(), upTo: notifier.roundLimit, in: model)
      } else {
        notifyRound(replacement.followed, upTo: notifier.roundLimit, in: model)
      }
      while notifier.end() { notifyRound(answers(), upTo: notifier.roundLimit, in: model) }
    }
  }

  /// Calls `didInject(variable:)` of every live host that follows one of these resolvers, whose
  /// factories have changed: once for each property, in the order in which hosts were injected.
  ///
  /// - Parameter limit: The sequence of the last host to notify. Later ones have the new value.
  package static func notifyFollowers(of resolvers: [Resolver], upTo limit: UInt64, in model: Model)
  {
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

  /// Returns the number of properties that follow a resolver: those of live hosts with hooks.
  package static func followerCount(of resolver: Resolver) -> Int {
    list(of: Borrowed(resolver))?.object.count ?? 0
  }

  /// The resolver owns its list. No other code stores anything in `followers`.
  private static func list(of answer: Borrowed<CachedAnswer>) -> Borrowed<FollowerList>? {
    answer.with { $0.followers.reference }?.assumed()
  }

  @inline(never)
  private static func notifyRound(_ list: FollowerList, upTo limit: UInt64, announcing: Bool) {
    var cursor = FollowerList.Cursor()
    while let follower = list.next(at: &cursor, upTo: limit) {
      follower.notify(announcing: announcing)
    }
  }

  /// - Parameter resolvers: The caller retains the model, which retains them.
  @inline(never)
  private static func notifyRound(
    _ resolvers: borrowing FollowedAnswers, upTo limit: UInt64, in model: Model
  ) {
    // Read in each round: a hook of the previous round may have added an observer.
    let isObserved = HotWord.observers.isSet && model.listener != nil
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

  /// Notifies the followers of several resolvers in the order in which they were added.
  private static func notifyRound(
    _ lists: [FollowerList], upTo limit: UInt64, announcing: Bool
  ) {
    var cursors = lists.map { _ in FollowerList.Cursor() }
    defer { for index in lists.indices { lists[index].end(&cursors[index]) } }
    while true {
      // The list with the earliest next follower. The follower may be released before its turn.
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

/// Determines which thread notifies the followers of resolvers after a new revision of a model. As
/// for `AcSet`, rounds do not nest, and no thread waits for another: while a thread notifies hosts,
/// it also runs the rounds that other threads add.
final class RevisionNotifier: Sendable {
  /// Resolvers, and the sequence number of the last host that may have a previous answer of them.
  typealias Round = (resolvers: [Resolver], limit: UInt64)

  private final class State {
    var isNotifying = false
    var rounds = Queue<Round>()
  }

  private let state = Locked(State())

  /// Adds a round.
  ///
  /// - Returns: Whether the caller must run the rounds.
  func begin(_ round: Round) -> Bool {
    state.withLock { state in
      state.rounds.append(round)
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
  }

  /// Removes and returns the next round; nil at the end.
  func next() -> Round? {
    state.withLock { state in
      if let round = state.rounds.popFirst() { return round }
      state.isNotifying = false
      return nil
    }
  }
}
