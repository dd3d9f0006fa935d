import AlchemicRuntime
import Synchronization

extension Model: ResolverOwner {
  /// The resolvers of the model's requests.
  package var resolvers: ResolverStore { resolverReference.object { ResolverStore(of: home) } }

  /// Returns the object that satisfies a request.
  ///
  /// If several factories match, the primary one is chosen. If several remain, the request fails.
  ///
  /// - Parameters:
  ///   - type: A class, a protocol or a value type; an optional, whose answer may be nil; or an
  ///     array, whose answer contains all matching objects.
  ///   - criteria: Conditions that the factory must meet in addition to producing `type`.
  /// - Returns: A singleton's shared object, a new object from a template, or a reference's object
  ///   that `AcSet` stored.
  /// - Throws: ``AlchemicError`` with `no-match`, `several-matches`, `wrong-type`,
  ///   `wrong-criteria`, `unset-reference`, `unexpected-nil`, `creation-failed` or `cycle`.
  /// - Complexity: O(1) for a repeated request. O(*f*) in the number of factories for the first
  ///   one.
  public func get<Value>(
    _ type: Value.Type = Value.self, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Value {
    try resolver(for: type, matching: criteria).valueInOwnModel(as: type)
  }

  /// Returns the resolver of a request.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is created.
  package func resolver(
    for type: Any.Type, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Resolver {
    guard !criteria.isEmpty else {
      if let known = resolvers.published.known(type) { return known.object }
      return resolvers.published.insert(try makeResolver(type, criteria))
    }
    // Criteria that exclude each other have no answer, and their key would equal another key.
    guard criteria.areConsistent else { return try makeResolver(type, criteria) }
    // Names are unlimited in number, so a name that no factory has is searched each time.
    if let name = criteria.onlyName, index.factory(named: name) == nil {
      return try makeResolver(type, criteria)
    }
    let key = RequestKey(type, criteria)
    if let known = resolvers[key] { return known }
    let resolver = try makeResolver(type, criteria)
    return resolver.isUnanswered ? resolver : resolvers.insert(resolver, for: key)
  }

  /// Returns the resolver for a property that follows its answer, also in later revisions.
  ///
  /// The caller retains the resolver as long as the property lives. The model does not own a
  /// resolver that no factory answers.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is created.
  package func followedResolver(
    for type: Any.Type, matching criteria: SearchCriteria
  ) throws -> Resolver {
    while true {
      let revision = revision
      let resolver = try resolver(for: type, matching: criteria)
      guard resolver.isUnanswered else { return resolver }
      let key = RequestKey(type, criteria)
      // From here on, later revisions update the resolver. A revision since the search could not.
      let shared: Resolver? = CreationCoordinator.look {
        if isCleared.load(ordering: .relaxed) { return resolver }
        return self.revision === revision ? resolvers.share(resolver, by: key) : nil
      }
      if let shared { return shared }
    }
  }

  func forget(_ resolver: Resolver) { resolvers.forget(resolver) }

  /// The number of resolvers that the model owns, and the number without factories. The properties
  /// that follow the latter own them.
  package var resolverCount: (owned: Int, unanswered: Int) {
    CreationCoordinator.look { resolvers.count }
  }

  private func makeResolver(_ type: Any.Type, _ criteria: SearchCriteria) throws -> Resolver {
    while true {
      let revision = revision
      let source = try AnswerSource(type, criteria, in: revision, of: self)
      let isUnanswered = !criteria.isEmpty && source.isEmpty
      let resolver = Resolver(
        source, matching: criteria, home: resolvers.home, isUnanswered: isUnanswered)
      if isUnanswered {
        warn(of: SearchRequest(target: type, criteria: criteria), in: revision)
        return resolver
      }
      // From here on, later revisions update the resolver. A revision since the search could not.
      let isCurrent = CreationCoordinator.look {
        guard self.revision === revision else { return false }
        resolvers.add(resolver, from: source)
        return true
      }
      if isCurrent { return resolver }
    }
  }

  /// Announces a request without an answer, because no factory has its name or its qualifier,
  /// unless the start has announced it.
  @inline(never)
  private func warn(of request: SearchRequest, in revision: ModelRevision) {
    guard let listener, var warning = revision.index.warning(of: request) else { return }
    warning.path = CreationPath.steps()
    if hasToldWarnings.load(ordering: .relaxed), let subject = warning.path.first?.subject {
      for told in revision.warnings.ofNeeds where told.key == warning.key {
        if told.path.first?.subject == subject { return }
        for other in told.alsoNeededBy where other.subject == subject { return }
      }
    }
    listener.didWarn(warning)
  }
}
