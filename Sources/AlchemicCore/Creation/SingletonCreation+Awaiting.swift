// Creation of the singletons by tasks.
extension SingletonCreation {
  /// Creates the asynchronous singletons, concurrently where they do not need each other, and then
  /// those of the main actor.
  ///
  /// - Throws: ``AlchemicError`` of the first one whose own code threw. Creations that are running
  ///   are cancelled and awaited.
  package mutating func makeAwaited() async throws {
    let model = model
    try await withThrowingTaskGroup(of: (Factory, (any Error)?).self) { group in
      for factory in awaited {
        group.addTask {
          do { try await factory.prepareAwaiting(in: model) } catch { return (factory, error) }
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

  /// Whether ``makeAwaited()`` has nothing to do.
  package var awaitsNothing: Bool {
    awaited.isEmpty && there.isEmpty
  }

  /// Creates all others on this thread, after ``makeAwaited()``.
  ///
  /// - Throws: As ``makeAll()``.
  package mutating func makeOthers() throws -> Outcome {
    try make(there.isEmpty ? atOnce : atOnce.filter { !there.contains(ObjectIdentifier($0)) })
  }
}

extension Model {
  /// Creates the objects that must be awaited before a factory's own object can be created,
  /// concurrently where they do not need each other.
  func prepareNeeds(of factory: Factory) async throws {
    let needs = revision.awaitedNeeds(of: factory).filter { !$0.isSettled(in: self) }
    if needs.count <= 1 {
      try await needs.first?.prepareAwaiting(in: self)
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for needed in needs { group.addTask { try await needed.prepareAwaiting(in: self) } }
      try await group.waitForAll()
    }
  }
}
