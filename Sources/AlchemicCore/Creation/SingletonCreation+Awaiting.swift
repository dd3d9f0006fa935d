import AlchemicRuntime

// What a start awaits, and what a task awaits before it creates an object.

extension SingletonCreation {
  /// Creates the asynchronous singletons, concurrently where they do not need each other, and then
  /// those of the main actor.
  ///
  /// - Throws: ``AlchemicError`` of the first singleton whose code threw. Running creations are
  ///   cancelled and awaited.
  package mutating func makeAwaited() async throws {
    let model = model
    try await withThrowingTaskGroup(of: (Factory, (any Error)?).self) { group in
      for factory in awaited {
        group.addTask {
          do { try await factory.productAwaiting(in: model) } catch { return (factory, error) }
          return (factory, nil)
        }
      }
      for try await (factory, error) in group { try outcome.add(factory, error) }
    }
    let ofMainActor = atOnce.filter { there.contains(ObjectIdentifier($0)) }
    guard !ofMainActor.isEmpty else { return }
    outcome = try await MainActor.run { [outcome] in
      var outcome = outcome
      try outcome.make(ofMainActor, in: model)
      return outcome
    }
  }
}

extension Model {
  /// Creates the objects that must be awaited before a factory's own object can be created,
  /// concurrently where they do not need each other.
  func prepareNeeds(of factory: Factory) async throws {
    let needs = revision.awaitedNeeds(of: factory).filter { !$0.isSettled(in: self) }
    if needs.count <= 1 {
      try await needs.first?.productAwaiting(in: self)
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for needed in needs { group.addTask { try await needed.productAwaiting(in: self) } }
      try await group.waitForAll()
    }
  }

  /// Returns the object of a factory of this model, for a task of a child; nil if there is none.
  /// Awaits its needs here. The caller retains the object until the child has taken it.
  func object(awaiting factory: Factory) async throws -> UnsafeTransfer<AnyObject?> {
    try requireObjects(of: factory)
    return try await asCurrent {
      UnsafeTransfer(try await factory.productAwaiting(in: self).reference)
    }
  }
}
