import CAlchemicRuntime
import Synchronization

/// The resolvers of a model: those of requests by type alone are published, and others are in a
/// dictionary.
///
/// The number of resolvers is bounded by the factories and by the types of the program; those that
/// no factory answers are not owned here: see ``UnansweredResolvers``.
package final class ResolverStore: @unchecked Sendable {
  // Proof: what has a lock of its own, and what is only touched under `CreationCoordinator.lock`.

  /// Those that are found without a lock.
  package let published = PublishedResolvers()
  /// Those of requests with criteria.
  private let byKey = Locked<[RequestKey: Resolver]?>(nil)

  // What follows is only touched under `CreationCoordinator.lock`.

  /// All that factories answer, in the order in which they were added.
  private var all: [(resolver: Resolver, number: Int)] = []
  private var unanswered = UnansweredResolvers()
  /// All sources, also those that no resolver answers from any more: a thread may just be doing so.
  private var sources: [AnswerSource] = []
  /// How many resolvers were ever added.
  private(set) var added = 0

  /// Leads to the model while it exists.
  var home: ModelHome { published.home }

  /// Returns the resolver of a request with criteria, if it was requested before.
  subscript(key: RequestKey) -> Resolver? { byKey.withLock { $0?[key] } }

  /// Keeps a resolver for requests with criteria, unless there is one.
  ///
  /// - Returns: The one that is kept.
  func insert(_ resolver: Resolver, for key: RequestKey) -> Resolver {
    byKey.withLock { resolvers in
      if let present = resolvers?[key] { return present }
      // The first dictionary of a kind of keys makes the runtime look through all conformances of
      // the program.
      resolvers = resolvers ?? [:]
      resolvers?[key] = resolver
      return resolver
    }
  }

  // MARK: What a revision has to ask again

  /// Adds a resolver that factories answer.
  func add(_ resolver: Resolver, from source: AnswerSource) {
    all.append((resolver, nextNumber()))
    sources.append(source)
  }

  /// Refers to a resolver that no factory answers, unless another one of the same request is alive.
  ///
  /// - Returns: The one that is registered.
  func share(_ resolver: Resolver, by key: RequestKey) -> Resolver {
    if let present = unanswered[key] { return present }
    unanswered.insert(resolver, by: key, numbered: nextNumber())
    return resolver
  }

  /// Owns a resolver that factories answer from now on.
  func adopt(_ resolver: Resolver) {
    sources.append(resolver.handOverSource())
    // All that come here were registered, or no revision would have asked them again.
    if unanswered.remove(resolver) { all.append((resolver, nextNumber())) }
  }

  /// Keeps another source.
  func keep(_ source: AnswerSource) { sources.append(source) }

  /// Takes out a resolver that ends. Takes the lock.
  func forget(_ resolver: Resolver) {
    CreationCoordinator.look { _ = unanswered.remove(resolver) }
  }

  /// The living resolvers that were added after the first so many.
  func resolvers(after first: Int) -> [Resolver] {
    let start = all.lastIndex { $0.number <= first }.map { $0 + 1 } ?? 0
    return all[start...].map(\.resolver) + unanswered.resolvers(after: first)
  }

  /// How many resolvers there are: those that are owned, and those that are not.
  var count: (owned: Int, unanswered: Int) { (all.count, unanswered.count) }

  private func nextNumber() -> Int {
    added += 1
    return added
  }
}

/// A request with criteria, to be looked up; equal for requests that find the same.
struct RequestKey: Hashable {
  private let type: ObjectIdentifier
  /// Whether the first of the criteria is a class; the others are protocols.
  private let hasClass: Bool
  private let criteria: [ObjectIdentifier]
  private let name: String?
  /// Computed before, since a name may be long, and tables are searched under a lock.
  private let hash: Int

  /// - Parameter criteria: Those that are consistent.
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
