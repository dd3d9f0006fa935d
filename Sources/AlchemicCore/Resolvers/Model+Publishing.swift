import AlchemicRuntime

/// What publishing a revision did: the resolvers that other factories answer now, each of which has
/// been emptied, and what they kept, to be released outside every lock.
package typealias Publication = (resolvers: [Resolver], released: [AnyObject])

extension Model {
  /// Makes a revision the one that answers, in every resolver, or changes nothing.
  ///
  /// Resolvers are asked again without a lock. They change all in one section under the lock in
  /// which objects are stored, together with the revision; so a resolver never caches an answer of
  /// factories that do not answer any more. A thread that reads meanwhile gets the old answer or
  /// the new one.
  ///
  /// - Parameters:
  ///   - candidate: One that follows the current one.
  ///   - check: What else is asked of a sound one.
  /// - Throws: ``AlchemicError`` with every problem of the revision, and every request that was
  ///   answered before and would not be any more.
  /// - Complexity: O(*r*) in the resolvers, and O(*f*) for each that asks for a protocol.
  package func publish(
    _ candidate: ModelExtension,
    unless check: () throws(AlchemicError) -> Void = { () throws(AlchemicError) in }
  ) throws(AlchemicError) -> Publication {
    let revision = candidate.revision
    var changes: [ResolverChange] = []
    var problems = candidate.problems
    var asked = 0
    while true {
      let (new, added) = CreationCoordinator.look {
        (resolvers.resolvers(after: asked), resolvers.added)
      }
      asked = added
      for resolver in new {
        do {
          guard let (former, source) = try resolver.newSource(in: revision.index) else { continue }
          changes.append(
            ResolverChange(
              resolver, from: former, to: source, awaited: awaited(source, former, in: revision)))
        } catch {
          problems += Self.problems(of: error, besides: problems)
        }
      }
      guard problems.isEmpty else { throw AlchemicError(problems) }
      try check()
      let outcome = CreationCoordinator.joinComponents(of: revision.graph, in: store) {
        let outcome = exchange(changes, of: asked, for: revision)
        guard case .done = outcome else { return (outcome, false) }
        return (outcome, true)
      }
      switch outcome {
      case .moreResolvers: break
      case .broken(let broken): throw AlchemicError(broken.flatMap(Self.problems))
      case .done(let publication): return publication
      }
    }
  }

  private enum Outcome {
    /// Some resolvers were made meanwhile: they have to be asked too.
    case moreResolvers
    /// These are followed, and could not be any more.
    case broken([ResolverChange])
    case done(Publication)
  }

  /// - Parameter count: How many resolvers had been added when they were asked.
  private func exchange(
    _ changes: [ResolverChange], of count: Int, for revision: ModelRevision
  ) -> Outcome {
    guard resolvers.added == count else { return .moreResolvers }
    let broken = changes.filter(\.breaksFollowers)
    guard broken.isEmpty else { return .broken(broken) }
    precondition(
      revision.previous === self.revision, "two threads extend one model at the same time")
    store.extend(for: revision.graph.factories)
    advance(to: revision)
    var released: [AnyObject] = []
    for change in changes {
      resolvers.keep(change.source)
      // From now on slots refer to it.
      if change.resolver.isUnanswered { resolvers.adopt(change.resolver) }
      change.apply(in: store, leaving: &released)
    }
    return .done((changes.map(\.resolver), released))
  }

  /// The new factories of a source for which a reader would have to wait: they have to be awaited,
  /// or need what has to be.
  private func awaited(
    _ source: AnswerSource, _ former: AnswerSource, in revision: ModelRevision
  ) -> [Factory] {
    guard revision.graph.awaitsAnything else { return [] }
    let present = former.factories.identities
    return source.factories.filter { factory in
      !present.contains(ObjectIdentifier(factory))
        && (factory.facts.making == .awaited
          || revision.graph.awaitedNeeds(of: factory).contains { !store.isSettled($0) })
    }
  }

  // MARK: What is wrong

  private static let step = Problem.Step("a request that was answered until now", nil)

  /// What is wrong with a request, unless something else that needs the same says so.
  private static func problems(of error: any Error, besides known: [Problem]) -> [Problem] {
    let new = (error as? AlchemicError)?.requested(by: step).problems ?? []
    return new.filter { new in !known.contains { $0.key == new.key } }
  }

  /// What properties that follow could not take.
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

/// Other factories answer a resolver.
private struct ResolverChange {
  let resolver: Resolver
  let former: AnswerSource
  /// What the resolver answers from afterwards.
  let source: AnswerSource
  /// New factories for which a reader would have to wait.
  let awaited: [Factory]

  init(
    _ resolver: Resolver, from former: AnswerSource, to source: AnswerSource, awaited: [Factory]
  ) {
    self.resolver = resolver
    self.former = former
    self.source = source
    self.awaited = awaited
  }

  /// Whether the resolver could not be followed any more, and a property follows it.
  var breaksFollowers: Bool {
    resolver.mustStayShared
      && (source.traits & ResolverTraits.shared == 0 || !awaited.isEmpty)
  }

  /// Has the resolver answer from the other factories; under `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Takes what it kept, to be released outside every lock.
  func apply(in store: ObjectStore, leaving left: inout [AnyObject]) {
    let (old, new) = (store.versions(of: former.factories), store.versions(of: source.factories))
    // The number by which followers see a change grows by one.
    resolver.changes = resolver.changes &+ old &- new &+ 1
    if resolver.isWatched { exchangeSlots(in: store) }
    resolver.answer(from: source, leaving: &left)
  }

  /// Has the slots of the factories that answer now refer to the resolver, and no others.
  private func exchangeSlots(in store: ObjectStore) {
    let remaining = source.factories.identities
    let present = former.factories.identities
    for factory in former.factories where !remaining.contains(ObjectIdentifier(factory)) {
      store.slot(of: factory).answers.removeAll { $0 == Borrowed(resolver) }
    }
    for factory in source.factories where !present.contains(ObjectIdentifier(factory)) {
      store.slot(of: factory).answers.append(Borrowed(resolver))
    }
  }
}
