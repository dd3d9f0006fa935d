import AlchemicCore
import AlchemicRuntime
import AlchemicWaiting

// The end of scopes that were held.
extension HeldScope {
  /// The scope that the caller must end, because nothing uses it any more: this one, or one that
  /// has rested longer; nil if none must end.
  private var nextToEnd: HeldScope? {
    guard let key else { return beginEnd() ? self : nil }
    guard isUnused, let model = scope?.model?.object else { return nil }
    return KeyedScopes.of(model).rest(self, for: key)
  }

  /// Ends a use, and then the scope if nothing else uses it.
  ///
  /// - Returns: The problems of objects that did not stop.
  func end(_ use: Use, within limit: Duration) async -> [Problem] {
    leave(use)
    return await nextToEnd?.end(within: limit) ?? []
  }

  /// Ends a use in code that cannot wait. If objects must stop, a task stops them. Observers of
  /// events are told what did not stop.
  func endInBackground(_ use: Use, within limit: Duration = .seconds(10)) {
    leave(use)
    guard let next = nextToEnd, var scope = next.scope else { return }
    if Scope.endAtOnce(&scope) {
      for outer in next.finish() { outer.endInBackground(.operation) }
      return
    }
    let model = scope.model?.object
    Task.detached {
      let problems = await next.end(within: limit)
      if let listener = model?.listener { problems.forEach { listener.didWarn($0) } }
    }
  }

  /// Ends the scope. The caller has begun the end.
  ///
  /// - Returns: The problems of objects that did not stop.
  func end(within limit: Duration) async -> [Problem] {
    guard var scope else { return [] }
    var problems = Scope.endAtOnce(&scope) ? [] : await scope.end(within: limit)
    for outer in finish() { problems += await outer.end(.operation, within: limit) }
    return problems
  }

  /// Ends the scope without a stop, because its model has ended. The caller has begun the end.
  func endNow() {
    guard let scope, let model = scope.model?.object else { return }
    scope.endNow(in: model)
    scope.endTask()
    for outer in finish() { outer.endInBackground(.operation) }
  }

  /// Records that the operation for which the scope was open has ended the scope itself, before it
  /// could see that another task has begun to hold it.
  func endWithOperation() -> [HeldScope] { beginClose() ? finish() : [] }

  /// Lets go of the ended scope.
  ///
  /// - Returns: The scopes around it, in which the caller ends the use of this one.
  private func finish() -> [HeldScope] {
    if let key, let model = scope?.model?.object { KeyedScopes.of(model).remove(self, for: key) }
    let outers = takeOuters()
    didEnd()
    return outers
  }

  /// Ends the scope after all operations within it.
  ///
  /// - Returns: The problems of objects that did not stop.
  /// - Throws: `scope-open` if operations run for more than half of the time, or if the task is
  ///   cancelled meanwhile.
  func close(
    before deadline: ContinuousClock.Instant, _ path: [Problem.Step] = []
  ) async throws(AlchemicError) -> [Problem] {
    func late() -> AlchemicError {
      AlchemicError(Problem(.scopeInUse(isHere: false), kind.name, path: path))
    }
    let latest = deadline - (deadline - .now) / 2
    while !beginClose() {
      if isEnded { return [] }
      guard await isDone(by: deadline, { try await self.awaitChange() }) else { throw late() }
    }
    guard await isDone(by: latest, { try await self.awaitOperations() }) else {
      abandonClose()
      throw late()
    }
    return await end(within: max(deadline - .now, .zero))
  }

  private func isDone(
    by deadline: ContinuousClock.Instant, _ wait: @escaping @Sendable () async throws -> Void
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await wait()) != nil }
      group.addTask {
        try? await Task.sleep(until: deadline)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}
