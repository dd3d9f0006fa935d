import CAlchemicRuntime
import Synchronization

/// The resolvers of a model.
///
/// A request by its type alone is found without a lock, and so is a name that was requested in the same form before. Other
/// requests are in a dictionary. The number of resolvers is bounded by the factories and by the types of the program; those
/// that no factory answers are not owned here: see ``UnansweredResolvers``.
///
/// The store of the main model is read by every thread without any count of its readers, so it stays in memory when that model
/// goes; empty, since a model that goes takes all objects with it. What is left is a few hundred bytes for each type and each form
/// of a name that was requested.
@usableFromInline
package final class ResolverStore: @unchecked Sendable {
  // Proof: tables and atomics; `added`, `all`, `unanswered` and `sources` are only touched under `CreationCoordinator.lock`.

  /// Those of requests without criteria, by type.
  @usableFromInline let byType = PointerTable<Resolver>()
  /// Those that were requested by a name, by its words.
  @usableFromInline let byWords = PointerTable<NamedResolver>()
  /// How many forms of names are still to be remembered.
  let formsLeft = Atomic<Int>(4_096)
  /// Those of requests with criteria.
  private let byKey = Locked<[RequestKey: Resolver]?>(nil)
  /// Leads to the model while it exists.
  let home = ModelHome()

  /// All that factories answer, in the order in which they were added.
  private var all: [(resolver: Resolver, number: Int)] = []
  private var unanswered = UnansweredResolvers()
  /// All sources, also those that no resolver answers from any more: a thread may just be doing so.
  private var sources: [AnswerSource] = []
  /// How many resolvers were ever added; under `CreationCoordinator.lock`.
  private(set) var added = 0

  /// The model, unless it is gone.
  package var model: Model? { home.model }

  // MARK: Finding

  /// Returns the resolver for a type, if it was requested before.
  ///
  /// - Complexity: About five loads.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type) -> Unmanaged<Resolver>? { byType[ObjectIdentifier(type)] }

  /// Returns the resolver for a type and a name, if it was requested in that form before.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type, named name: String) -> Unmanaged<Resolver>? {
    guard let words = StringWords(name),
      let found = byWords[key: words.key(for: ObjectIdentifier(type))]
    else { return nil }
    // The table keeps what it finds.
    return found._withUnsafeGuaranteedRef { found in
      found.words == words && found.resolver.typeID == ObjectIdentifier(type)
        ? Unmanaged.passUnretained(found.resolver) : nil
    }
  }

  /// Finds a resolver in the form of its name from now on, if it is of the same model and a factory has the name.
  package func remember(_ resolver: Resolver, named name: String) {
    // Names that are put together anew each time would have no end.
    guard !resolver.isUnanswered, formsLeft.load(ordering: .relaxed) > 0, resolver.home === home,
      let words = StringWords(name)
    else { return }
    let key = words.key(for: resolver.typeID)
    guard byWords[key: key] == nil else { return }
    formsLeft.subtract(1, ordering: .relaxed)
    byWords.insert(NamedResolver(resolver, named: name, words), forKey: key)
  }

  /// Returns the resolver of a request with criteria, if it was requested before.
  subscript(key: RequestKey) -> Resolver? { byKey.withLock { $0?[key] } }

  // MARK: Adding

  /// Keeps a resolver for requests of its type alone, unless there is one.
  ///
  /// - Returns: The one that is kept.
  func insert(_ resolver: Resolver) -> Resolver { byType.insert(resolver, for: resolver.typeID) }

  /// Keeps a resolver for requests with criteria, unless there is one.
  ///
  /// - Returns: The one that is kept.
  func insert(_ resolver: Resolver, for key: RequestKey) -> Resolver {
    byKey.withLock { resolvers in
      if let present = resolvers?[key] { return present }
      // The first dictionary of a kind of keys makes the runtime look through all conformances of the program.
      resolvers = resolvers ?? [:]
      resolvers?[key] = resolver
      return resolver
    }
  }

  // MARK: What a revision has to ask again; under the coordinator's lock

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

/// A model that may be gone.
///
/// An unowned reference, which keeps the memory of the model itself and not its life: a weak one would make every
/// retain of the model three times as expensive, and asking for it five times.
final class ModelHome: Sendable {
  /// The address of the model; 0 until it is complete.
  private let address = Atomic<UInt>(0)

  deinit {
    if let model = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring)) {
      swift_unownedRelease(model)
    }
  }

  /// Stores where the model is; once.
  func set(_ model: Model) {
    let reference = Unmanaged.passUnretained(model).toOpaque()
    address.store(
      UInt(bitPattern: swift_unownedRetain(reference)), ordering: .releasing)
  }

  /// The model, unless it is gone or going.
  var model: Model? {
    UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring))
      .flatMap { swift_tryRetain($0) }
      .map { Unmanaged<Model>.fromOpaque($0).takeRetainedValue() }
  }
}
