import CAlchemicRuntime
import Synchronization

/// The resolvers of a model. Those of requests by type alone are published; others are in a
/// dictionary.
///
/// The factories and the types of the program limit the number of resolvers. This store does not
/// own resolvers that no factory answers: see ``UnansweredResolvers``.
package final class ResolverStore: @unchecked Sendable {
  // Proof: each property has its own lock, or is accessed only under `CreationCoordinator.lock`.

  /// The resolvers that requests find without a lock.
  package let published: PublishedResolvers
  /// The resolvers of requests with criteria.
  private let byKey = Locked<[RequestKey: Resolver]?>(nil)

  // The properties below are accessed only under `CreationCoordinator.lock`.

  /// All resolvers that factories answer, in the order in which they were added.
  private var all: [(resolver: Resolver, number: Int)] = []
  private var unanswered = UnansweredResolvers()
  /// The sources of these resolvers, and previous ones that a thread may use without a lock.
  private var sources: [AnswerSource] = []
  /// The number of resolvers that were ever added.
  package private(set) var added = 0

  @inline(never)
  init(of home: ModelHome) { published = PublishedResolvers(of: home) }

  /// Refers to the model while it exists.
  var home: ModelHome { published.home }

  /// Returns the resolver of a request with criteria, if it was requested before.
  subscript(key: RequestKey) -> Resolver? { byKey.withLock { $0?[key] } }

  /// Adds a resolver for requests with criteria, unless there is one.
  ///
  /// - Returns: The resolver for such requests.
  func insert(_ resolver: Resolver, for key: RequestKey) -> Resolver {
    byKey.withLock { resolvers in
      if let present = resolvers?[key] { return present }
      // When the first dictionary with a type of key is created, the runtime searches all
      // conformances of the program.
      resolvers = resolvers ?? [:]
      resolvers?[key] = resolver
      return resolver
    }
  }

  // MARK: Resolvers that a revision updates

  /// Adds a resolver that factories answer.
  func add(_ resolver: Resolver, from source: AnswerSource) {
    all.append((resolver, nextNumber()))
    sources.append(source)
  }

  /// Refers to a resolver that no factory answers, unless one for the same request is alive.
  ///
  /// - Returns: The registered resolver.
  func share(_ resolver: Resolver, by key: RequestKey) -> Resolver {
    if let present = unanswered[key] { return present }
    unanswered.insert(resolver, by: key, numbered: nextNumber())
    return resolver
  }

  /// Takes over the ownership of a resolver that has factories from now on.
  func adopt(_ resolver: Resolver) {
    sources.append(resolver.handOverSource())
    // Every such resolver is registered; otherwise no revision would have updated it.
    if unanswered.remove(resolver) { all.append((resolver, nextNumber())) }
  }

  /// Retains the new source of a resolver, and removes the former one.
  ///
  /// - Parameter left: Receives the former source, to be released outside every lock.
  func exchange(_ change: ResolverChange, leaving left: inout [AnyObject]) {
    sources.append(change.source)
    guard !change.resolver.lendsSources,
      let index = sources.lastIndex(where: { $0 === change.former })
    else { return }
    left.append(sources.remove(at: index))
  }

  /// Removes a resolver that is being deallocated. Takes the lock.
  func forget(_ resolver: Resolver) {
    CreationCoordinator.look { _ = unanswered.remove(resolver) }
  }

  /// Returns the living resolvers with higher numbers than `first`.
  package func resolvers(after first: Int) -> [Resolver] {
    let start = all.lastIndex { $0.number <= first }.map { $0 + 1 } ?? 0
    return all[start...].map(\.resolver) + unanswered.resolvers(after: first)
  }

  /// Empties all answers: also those that contain no object, which no slot empties. No revision
  /// follows.
  ///
  /// - Parameter left: Receives the resolvers, too. If the last follower of one leaves meanwhile,
  ///   this reference is the last, and a resolver that is deallocated takes the lock.
  func end(leaving left: inout [AnyObject]) {
    for resolver in resolvers(after: 0) {
      left.append(resolver)
      resolver.empty(leaving: &left)
      resolver.isRegistered = false
    }
    unanswered = UnansweredResolvers()
  }

  /// The number of resolvers that are owned, and of those that are not.
  var count: (owned: Int, unanswered: Int) { (all.count, unanswered.count) }

  private func nextNumber() -> Int {
    added += 1
    return added
  }
}

/// The key of a request with criteria. Requests with the same answer have equal keys.
struct RequestKey: Hashable {
  private let type: ObjectIdentifier
  /// Whether the first of the criteria is a class; the others are protocols.
  private let hasClass: Bool
  private let criteria: [ObjectIdentifier]
  private let name: String?
  /// Computed in advance, because a name may be long, and a search in a table holds a lock.
  private let hash: Int

  /// - Parameter criteria: Consistent criteria.
  init(_ type: Any.Type, _ criteria: SearchCriteria) {
    self.type = ObjectIdentifier(type)
    hasClass = !criteria.classes.isEmpty
    self.criteria = criteria.typeKey
    name = criteria.onlyName
    var hasher = Hasher()
    hasher.combine(self.type)
    hasher.combine(self.criteria)
    hasher.combine(name)
    hash = hasher.finalize()
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
