import AlchemicRuntime

// Answers of objects that a scope keeps which a task carries. Each such scope caches its own, beside
// the object: the resolver is for all scopes.
extension Resolver {
  /// Writes the answer that the scope of the calling task has cached into memory. Returns false if
  /// there is none.
  ///
  /// - Complexity: O(*n*) in the scopes that the task has open.
  func copyScoped(to memory: ValueAddress, in model: Model) -> Bool {
    // The caller retains the model, which owns the source.
    let source = borrowedSource.load().unsafelyUnwrapped
    guard let factory = source.with(\.onlyFactory), let kind = factory.facts.scope,
      let scope = CurrentScope.find(kind, in: model.home),
      let store = scope.existingStore(of: factory)
    else { return false }
    return store.with { store in
      store.scopedAnswer(fromSourceAt: source.address)?.answer.copyCached(to: memory) ?? false
    }
  }

  /// Whether a request would be the error `no-scope`.
  package var isOutOfScope: Bool {
    guard has(ResolverTraits.scoped), !isOptional, let model = home.model else { return false }
    return withExtendedLifetime(model) {
      source.factories.contains { factory in
        factory.facts.scope.map { model.scope(of: $0) == nil } ?? false
      }
    }
  }

  /// Lets the scope that keeps the object cache the answer in memory.
  func cacheInScope(_ stamp: Stamp, at memory: ValueAddress, from source: AnswerSource) {
    // An array may contain objects of several scopes.
    guard case .shared(let slot, _) = stamp else { return }
    let new = CachedAnswer(of: value)
    CreationCoordinator.look {
      guard stamp.holds else { return }
      let address = Borrowed(source).address
      let answer = slot.store.scopedAnswer(fromSourceAt: address)?.answer ?? new
      if answer === new {
        slot.answers.append(Borrowed(new))
        slot.store.add(new, fromSourceAt: address)
      }
      answer.fill(copying: memory)
    }
  }
}

extension ObjectStore {
  /// Returns the cached answer of a source.
  fileprivate func scopedAnswer(fromSourceAt source: UInt) -> ScopedAnswer? {
    var next = scopedAnswers.load()?.object
    while let answer = next, answer.source != source { next = answer.next }
    return next
  }

  /// Adds an answer. The caller holds `CreationCoordinator.lock`.
  fileprivate func add(_ answer: CachedAnswer, fromSourceAt source: UInt) {
    let first = scopedAnswers.load()
    let added = ScopedAnswer(answer, fromSourceAt: source, before: first?.object)
    // The new first one retains the former.
    scopedAnswers.exchange(for: .retaining(added))?.release()
  }
}
