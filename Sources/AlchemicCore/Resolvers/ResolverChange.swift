import AlchemicRuntime

/// The replacement of the factories that answer for a resolver.
struct ResolverChange {
  let resolver: Resolver
  let former: AnswerSource
  /// The source of the resolver after the change.
  let source: AnswerSource
  /// New factories for which a reader would have to wait.
  let awaited: [Factory]

  /// Whether the change would end the ability to follow the resolver, which a property requires.
  var breaksFollowers: Bool {
    resolver.mustStayShared
      && (source.traits & ResolverTraits.shared == 0 || !awaited.isEmpty)
  }

  /// Replaces the source of the resolver. The caller holds `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Receives the previous answer, to be released outside every lock.
  func apply(in store: ObjectStore, leaving left: inout [AnyObject]) {
    // A discovery adds factories, usually at the end.
    let same = former.factories.countOfSame(as: source.factories)
    let (removed, added) = (former.factories[same...], source.factories[same...])
    let (old, new) = (store.versions(of: removed), store.versions(of: added))
    // Followers detect a change by this sum, which grows by one.
    resolver.changes = resolver.changes &+ old &- new &+ 1
    if resolver.isWatched { exchangeSlots(of: Array(removed), Array(added), in: store) }
    resolver.answer(from: source, leaving: &left)
  }

  /// Makes the slots of the new factories refer to the resolver, and no other slots.
  private func exchangeSlots(of removed: [Factory], _ added: [Factory], in store: ObjectStore) {
    let (remaining, present) = (added.identities, removed.identities)
    for factory in removed where !remaining.contains(ObjectIdentifier(factory)) {
      store.slot(of: factory).answers.removeAll { $0 == Borrowed(resolver) }
    }
    for factory in added where !present.contains(ObjectIdentifier(factory)) {
      store.slot(of: factory).answers.append(Borrowed(resolver))
    }
  }
}
