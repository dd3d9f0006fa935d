import AlchemicCore
import AlchemicRuntime
import AlchemicWaiting

// The end of scopes that were held. Not in the file of the class, whose data every program links.
extension HeldScope {
  /// A scope with a key, which no other caller uses until ``didOpen(for:)``.
  ///
  /// - Parameter outers: The scopes around it. The caller was admitted to each, as an operation.
  static func opening(_ scope: Scope, for key: ScopeKey, within outers: [HeldScope]) -> HeldScope {
    HeldScope(key.kind, key, (Phase.opening, 0, 0, scope, outers, TaskWaiters())) {
      await $0.end(Use.operation, by: $1)
    }
  }

  /// A scope that is open for an operation.
  static func ofOperation(_ scope: Scope, within outers: [HeldScope]) -> HeldScope {
    HeldScope(scope.kind, nil, (Phase.open, 1, 0, scope, outers, TaskWaiters())) {
      await $0.end(Use.operation, by: $1)
    }
  }

  /// The scope that the caller must end, because nothing uses it any more: this one, or one that
  /// has rested longer; nil if none must end.
  private var nextToEnd: HeldScope? {
    guard let key else { return beginEnd() ? self : nil }
    guard isUnused, let model = scope?.model?.object else { return nil }
    return KeyedScopes.of(model).rest(self, for: key)
  }

  /// Ends a use. If another scope has rested too long, ends that in the background: the caller has
  /// nothing to do with it.
  ///
  /// - Returns: Whether the caller must end this scope.
  func mustEnd(after use: UInt8) -> Bool {
    leave(use)
    guard let next = nextToEnd else { return false }
    if next === self { return true }
    next.endInBackground()
    return false
  }

  /// Ends a use, and then the scope if nothing else uses it.
  ///
  /// - Returns: The problems of its objects that did not stop.
  func end(_ use: UInt8, by deadline: ContinuousClock.Instant) async -> [Problem] {
    mustEnd(after: use) ? await end(by: deadline) : []
  }

  /// Ends a use in code that cannot wait.
  func endInBackground(_ use: UInt8) {
    leave(use)
    nextToEnd?.endInBackground()
  }

  /// Ends the scope in code that cannot wait. If objects must stop, a task stops them. Observers of
  /// events are told what did not stop. The caller has begun the end.
  private func endInBackground() {
    guard var scope else { return }
    if Scope.endAtOnce(&scope) {
      for outer in finish() { outer.endInBackground(HeldScope.Use.operation) }
      return
    }
    let model = scope.model?.object
    Task.detached {
      let problems = await self.end(by: .now + .seconds(10))
      if let listener = model?.listener { problems.forEach { listener.didWarn($0) } }
    }
  }

  /// Ends the scope, and those around it that nothing else uses. The caller has begun the end.
  ///
  /// - Returns: The problems of objects that did not stop.
  func end(by deadline: ContinuousClock.Instant) async -> [Problem] {
    guard var scope else { return [] }
    let limit = max(deadline - .now, .zero)
    var problems = Scope.endAtOnce(&scope) ? [] : await scope.end(within: limit)
    for outer in finish() { problems += await outer.end(HeldScope.Use.operation, by: deadline) }
    return problems
  }

  /// Ends the scope without a stop, because its model has ended, and then those around it that
  /// nothing else uses. The caller has begun the end.
  func endNow() {
    guard let scope, let model = scope.model?.object else { return }
    scope.endNow(in: model)
    scope.endTask()
    for outer in finish() {
      outer.leave(HeldScope.Use.operation)
      outer.nextToEnd?.endNow()
    }
  }

  /// Releases the ended scope.
  ///
  /// - Returns: The scopes around it, in which the caller ends the use of this one.
  func finish() -> [HeldScope] {
    let (scope, outers) = takeContents()
    if let model = scope?.model?.object { KeyedScopes.of(model).remove(self) }
    didEnd()
    return outers
  }

  /// Ends the scope after all operations within it. Continues if the task is cancelled.
  ///
  /// - Parameter path: The call of the program, for messages.
  /// - Returns: The problems of objects that did not stop.
  /// - Throws: `scope-open` if the caller runs in the scope, or if operations run for more than
  ///   half of the time.
  func close(
    by deadline: ContinuousClock.Instant, _ path: [Problem.Step] = []
  ) async throws(AlchemicError) -> [Problem] {
    func inUse(isHere: Bool) -> AlchemicError {
      AlchemicError(Problem(.scopeInUse(isHere: isHere), kind.name, path: path))
    }
    while !beginClose() {
      if isEnded { return [] }
      if scope?.isEnteredHere == true { throw inUse(isHere: true) }
      if await isLate(deadline - .now, { try await self.awaitChange() }) {
        throw inUse(isHere: false)
      }
    }
    var problems: [Problem] = []
    if let model = scope?.model?.object {
      for inner in KeyedScopes.of(model).takeResting(where: { $0.isWithin(self) }) {
        problems += await inner.end(by: deadline)
      }
    }
    let latest = deadline - (deadline - .now) / 2
    while true {
      let isHere = scope?.isEnteredHere ?? false
      let isLast = isHere || latest <= .now
      if beginEndOfClose(orOpening: isLast) { break }
      if isLast { throw inUse(isHere: isHere) }
      _ = await isLate(latest - .now) { try await self.awaitOperations() }
    }
    return problems + (await end(by: deadline))
  }

  /// Ends the scope as a part of the stop of its model. If the caller runs in the scope, it ends
  /// with its operation.
  ///
  /// - Returns: The problems of objects that did not stop, and of operations that do not end.
  func stop(by deadline: ContinuousClock.Instant) async -> [Problem] {
    do throws(AlchemicError) {
      return try await close(by: deadline)
    } catch {
      return scope?.isEnteredHere == true ? [] : error.problems
    }
  }

  private func isLate(
    _ limit: Duration, _ wait: @escaping @Sendable () async throws -> Void
  ) async -> Bool {
    if case .late = await LimitedTask.run(for: max(limit, .zero), wait) { true } else { false }
  }
}
