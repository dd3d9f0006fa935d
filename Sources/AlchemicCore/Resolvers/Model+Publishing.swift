import AlchemicRuntime

/// The result of publishing a revision: the resolvers whose factories have changed, now empty, and
/// their previous answers, to be released outside every lock.
package typealias Publication = (resolvers: [Resolver], released: [AnyObject])

extension Model {
  /// Makes a revision the current one in every resolver, or changes nothing.
  ///
  /// The search for each resolver's new factories takes no lock. All resolvers and the revision
  /// change together, under the lock under which objects are stored, so no resolver caches an
  /// answer of factories that have been replaced. A thread that reads meanwhile gets the old answer
  /// or the new one.
  ///
  /// - Parameters:
  ///   - candidate: A revision that follows the current one.
  ///   - check: An additional check of a candidate without problems.
  /// - Throws: ``AlchemicError`` with every problem of the revision, and every request that was
  ///   answered before and would have no answer now.
  /// - Complexity: O(*n*) in the new factories, a comparison for each resolver, and O(*a*) in the
  ///   factories that answer for each resolver that changes. If the candidate is not apart, also
  ///   O(*f*).
  package func publish(
    _ candidate: ModelExtension,
    unless check: () throws(AlchemicError) -> Void = { () throws(AlchemicError) in }
  ) throws(AlchemicError) -> Publication {
    let revision = candidate.revision
    var changes: [ResolverChange] = []
    var problems = candidate.problems
    var asked = 0
    let new = FactoryIndex(revision.addedFactories)
    // An object that another one needs may belong to a scope or to a request: then that one does.
    let mayKeepMore =
      (revision.traits.hasScopes || revision.traits.hasPerRequest)
      && revision.addedFactories.contains {
        $0.facts.scope != nil || $0.facts.isPerRequest || !$0.needsNothing
      }
    while true {
      let (others, added) = CreationCoordinator.look {
        (resolvers.resolvers(after: asked), resolvers.added)
      }
      asked = added
      for resolver in others where mayKeepMore || resolver.source.mayGain(new) {
        do {
          guard let (former, source) = try resolver.newSource(in: revision, of: self)
          else { continue }
          changes.append(
            ResolverChange(
              resolver: resolver, former: former, source: source,
              awaited: awaited(source, former, in: revision)))
        } catch {
          problems += Self.problems(of: error, besides: problems)
        }
      }
      guard problems.isEmpty else { throw AlchemicError(problems) }
      try check()
      let outcome = CreationCoordinator.joinComponents(of: revision, in: store) {
        let outcome = exchange(changes, of: asked, for: revision)
        guard case .done = outcome else { return (outcome, false) }
        return (outcome, !revision.isApart)
      }
      switch outcome {
      case .moreResolvers: break
      case .broken(let broken): throw AlchemicError(broken.flatMap(Self.problems))
      case .done(let publication): return publication
      }
    }
  }

  private enum Outcome {
    /// Resolvers were added meanwhile, so their factories have to be searched too.
    case moreResolvers
    /// Hosts follow these resolvers, which they could no longer do.
    case broken([ResolverChange])
    case done(Publication)
  }

  /// - Parameter count: The number of added resolvers at the time of the search.
  private func exchange(
    _ changes: [ResolverChange], of count: Int, for revision: ModelRevision
  ) -> Outcome {
    guard resolvers.added == count else { return .moreResolvers }
    let broken = changes.filter(\.breaksFollowers)
    guard broken.isEmpty else { return .broken(broken) }
    // Otherwise, two threads extend one model at the same time.
    precondition(revision.previous == ObjectIdentifier(self.revision))
    store.extend(for: revision.addedFactories[...])
    var released = advance(to: revision)
    for change in changes {
      // From now on, slots refer to the resolver.
      if change.resolver.isUnanswered { resolvers.adopt(change.resolver) }
      change.apply(in: store, leaving: &released)
      resolvers.exchange(change, leaving: &released)
    }
    return .done((changes.map(\.resolver), released))
  }

  /// Returns the new factories of a source for which a reader would have to wait. The factory must
  /// be awaited, or has dependencies that must be awaited.
  private func awaited(
    _ source: AnswerSource, _ former: AnswerSource, in revision: ModelRevision
  ) -> [Factory] {
    guard revision.traits.awaitsAnything else { return [] }
    let present = former.factories.identities
    return source.factories.filter { factory in
      !present.contains(ObjectIdentifier(factory))
        && (factory.facts.making == .awaited
          || revision.awaitedNeeds(of: factory).contains { !store.isSettled($0) })
    }
  }

  // MARK: Problems

  private static let step = Problem.Step("an earlier request", nil)

  /// Returns the problems of a request, except problems that other requests have reported.
  private static func problems(of error: any Error, besides known: [Problem]) -> [Problem] {
    let new = (error as? AlchemicError)?.requested(by: step).problems ?? []
    return new.filter { new in !known.contains { $0.key == new.key } }
  }

  /// Returns the reasons why properties could no longer follow the resolver.
  private static func problems(of change: ResolverChange) -> [Problem] {
    change.source.factories.compactMap { factory in
      let facts = factory.facts
      if !factory.isShared {
        return facts.problem(.transientTemplate, path: [step])
      }
      guard change.awaited.contains(where: { $0 === factory }) else { return nil }
      return facts.problem(.followerNeedsAwait, path: [step])
    }
  }
}
