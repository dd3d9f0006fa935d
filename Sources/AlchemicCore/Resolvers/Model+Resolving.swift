import AlchemicRuntime

extension Model {
  /// Answers requests.
  package var resolvers: ResolverStore { resolverReference.object { ResolverStore() } }

  /// Returns the object that satisfies a request.
  ///
  /// The primary factory wins when several match; a tie is an error, never a guess.
  ///
  /// - Parameters:
  ///   - type: What the caller needs: a class, a protocol, a value type; an optional, which may be
  ///     nil; an array, which is all of them.
  ///   - criteria: What the factory must satisfy besides producing `type`.
  /// - Returns: A singleton's shared object, a new object from a template, what `AcSet` gave to a
  ///   reference.
  /// - Throws: ``AlchemicError`` with `no-match`, `several-matches`, `wrong-type`,
  ///   `wrong-criteria`, `unset-reference`, `unexpected-nil`, `creation-failed` or `cycle`.
  /// - Complexity: O(1) for a request that was made before; O(*f*) in the factories the first time.
  public func get<Value>(
    _ type: Value.Type = Value.self, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Value {
    try resolver(for: type, matching: criteria).value(as: type)
  }

  /// Returns the resolver of a request.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func resolver(
    for type: Any.Type, matching criteria: SearchCriteria = SearchCriteria()
  ) throws -> Resolver {
    guard !criteria.isEmpty else {
      if let known = resolvers.published.known(type) { return known.object }
      return resolvers.published.insert(try makeResolver(type, criteria))
    }
    // Criteria that exclude each other have no answer, and their key would be that of others.
    guard criteria.areConsistent else { return try makeResolver(type, criteria) }
    // Names have no end: what no factory has is searched again each time.
    if let name = criteria.onlyName, withRevision({ $0.index.factory(named: name) }) == nil {
      return try makeResolver(type, criteria)
    }
    let key = RequestKey(type, criteria)
    if let known = resolvers[key] { return known }
    let resolver = try makeResolver(type, criteria)
    return resolver.isUnanswered ? resolver : resolvers.insert(resolver, for: key)
  }

  /// Returns the resolver for a property that follows what answers it, also in later revisions.
  ///
  /// The caller keeps the resolver as long as the property lives; the model does not keep one that
  /// no factory answers.
  ///
  /// - Throws: As ``get(_:matching:)``, but nothing is made.
  package func followedResolver(
    for type: Any.Type, matching criteria: SearchCriteria
  ) throws -> Resolver {
    while true {
      let revision = revision
      let resolver = try resolver(for: type, matching: criteria)
      guard resolver.isUnanswered else { return resolver }
      let key = RequestKey(type, criteria)
      // From here on another revision asks for it again. One that came meanwhile could not.
      let shared = CreationCoordinator.look {
        self.revision === revision ? resolvers.share(resolver, by: key) : nil
      }
      if let shared { return shared }
    }
  }

  /// How many resolvers are kept: by the model, and by the properties that follow what no factory
  /// answers.
  package var resolverCount: (owned: Int, unanswered: Int) {
    CreationCoordinator.look { resolvers.count }
  }

  private func makeResolver(
    _ type: Any.Type, _ criteria: SearchCriteria
  ) throws -> Resolver {
    while true {
      let revision = revision
      let source = try AnswerSource(type, criteria, in: revision.index)
      let isUnanswered = !criteria.isEmpty && source.factories.isEmpty
      let resolver = Resolver(
        source, matching: criteria, home: resolvers.home, isUnanswered: isUnanswered)
      if isUnanswered { return resolver }
      // From here on another revision asks for it again. One that came meanwhile could not.
      let isCurrent = CreationCoordinator.look {
        guard self.revision === revision else { return false }
        resolvers.add(resolver, from: source)
        return true
      }
      if isCurrent { return resolver }
    }
  }
}
