import AlchemicCore
import AlchemicRuntime
import AlchemicWaiting
import Synchronization

// The end of scopes with objects that must be awaited or stopped: in the order of the graph, as the
// stop of the model does.

extension Model {
  /// Closes the scope that is open for the whole model. Stops its objects, and releases them.
  ///
  /// - Returns: The changes of the answers that hosts follow, and the problems of the stop.
  /// - Throws: `no-scope`; `scope-open` if a scope within it is open, or is not closed within half
  ///   of the limit; `is-stopping` if an object that is being created or stopped calls this;
  ///   `CancellationError` if the caller is cancelled while it waits for another stop.
  func closeScope(
    of kind: ScopeKind, by call: @autoclosure () -> Problem.Step, within limit: Duration
  ) async throws -> ScopeChange {
    let deadline = ContinuousClock.now + limit
    let scope = try await scopeToEnd(kind, for: call(), before: deadline)
    let stop = ScopeStopping(kind: kind, stopping: scope.stopping.object { Stopping(in: self) })
    guard stop.stopping.begin() else { return ScopeChange([], try await stop.stopping.ended()) }
    guard try await beginUnlessModelStops(stop) else { return ScopeChange([], []) }
    await awaitEnds(of: scopeStops.filter { $0.kind == kind && $0 !== stop }, until: deadline)
    let kept = KeptObjects(of: self, in: scope)
    let problems = await kept.stop(as: stop.stopping, within: max(deadline - .now, .zero))
    let survivors = ScopeSurvivors(of: scope, in: self)
    let replacements = scope.release(as: stop.stopping, in: self, .scopeChanged)
    openScopes(of: kind).with { $0.close() }
    end(stop, with: problems)
    return ScopeChange(replacements, problems, survivors: survivors)
  }

  /// Begins the stop of the objects of a scope. A stop of the model waits for it. If a stop of the
  /// model has begun, that stops the same objects: this function then waits for it, and returns
  /// false.
  private func beginUnlessModelStops(_ stop: ScopeStopping) async throws -> Bool {
    begin(stop)
    guard let stopOfModel: Stopping = stopping.reference?.assumed().object else { return true }
    end(stop, with: [])
    _ = try await stopOfModel.ended()
    return false
  }

  /// Releases the objects of the scope that is open for the whole model, so that requests create
  /// new ones.
  ///
  /// - Returns: The changes of the answers that hosts follow, and a function that stops the former
  ///   objects and returns the problems of the stop.
  /// - Throws: As ``closeScope(of:within:)``.
  func renewScope(
    of kind: ScopeKind, by call: @autoclosure () -> Problem.Step, within limit: Duration
  ) async throws -> (change: ScopeChange, stop: @Sendable () async -> [Problem]) {
    let deadline = ContinuousClock.now + limit
    let scope = try await scopeToEnd(kind, for: call(), before: deadline)
    let stop = ScopeStopping(kind: kind, stopping: Stopping(in: self))
    guard try await beginUnlessModelStops(stop) else { return (ScopeChange([], []), { [] }) }
    // A close that begins later waits for this renewal.
    if let closing: Stopping = scope.stopping.reference?.assumed().object {
      end(stop, with: [])
      _ = try await closing.ended()
      throw kind.problem(.notOpen, call())
    }
    let slots = scope.slots(in: self)
    var problems: [Problem] = []
    func emptied(_ isForced: Bool) -> [SlotRemains]? {
      CreationCoordinator.empty(slots, .scopeChanged) {
        isForced || slots.allSatisfy { $0.state.creator == nil }
      }
    }
    var remains = emptied(false)
    while remains == nil {
      problems += await KeptObjects(of: self, in: scope).awaitCreations(until: deadline)
      remains = emptied(ContinuousClock.now >= deadline)
    }
    let left = zip(slots, remains ?? [])
    let plan = StopPlan(
      of: left.compactMap { slot, remains in
        remains.mustStop
          ? remains.object.flatMap { StopPlan.Member($0, of: slot.factory) } : nil
      }, in: self)
    return (
      ScopeChange(left.compactMap(\.1.replacement), problems),
      { [self] in
        let problems = await stop.stopping.run(in: self) { await plan.carryOut(until: deadline) }
        end(stop, with: problems)
        return problems
      }
    )
  }

  /// Returns the scope that is open for the whole model, after the scopes within it have ended: an
  /// object is stopped before those that it needs.
  private func scopeToEnd(
    _ kind: ScopeKind, for call: Problem.Step, before deadline: ContinuousClock.Instant
  ) async throws -> Scope {
    guard let scope = openScopes(of: kind).with(\.ofModel) else {
      throw kind.problem(.notOpen, call)
    }
    let isWithin =
      Stopping.runsHere(stopping.reference)
      || scopeStops.contains { $0.kind == kind && Stopping.runsHere(Borrowed($0.stopping)) }
    try Stopping.requireCallerOutside(isWithin, "\(call.subject)(\(kind.name).self)", call)
    if let kept = keptScopes {
      await kept.endResting(openScopes(within: kind).map(\.kind), deadline)
    }
    if let inner = try await innerScopes(of: kind, before: deadline - (deadline - .now) / 2) {
      throw kind.problem(.scopeHolds(inner.kind.name), call)
    }
    return scope
  }

  /// Waits until no scope is open within one of a kind.
  ///
  /// - Returns: Scopes that cannot be awaited, or have not ended in time; nil if none are open.
  private func innerScopes(
    of kind: ScopeKind, before latest: ContinuousClock.Instant
  ) async throws -> OpenScopes? {
    @Sendable func next() -> OpenScopes? { openScopes(within: kind).first(where: \.isOpen) }
    if next() == nil { return nil }
    return try await withThrowingTaskGroup(of: OpenScopes?.self) { [self] group in
      group.addTask {
        while let inner = next() {
          // What the caller itself has opened, or must close, cannot be awaited.
          let isHeld = inner.ofModel != nil || CurrentScope.find(inner.kind, in: self.home) != nil
          if isHeld { return inner }
          try await inner.awaitTasks()
        }
        return nil
      }
      group.addTask {
        try await Task.sleep(until: latest)
        return next()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

extension Scope {
  /// Ends a scope that a task carries. Stops its objects, and releases them. Leaves the caller's
  /// actor.
  ///
  /// - Returns: The problems of objects that did not stop.
  func end(within limit: Duration) async -> [Problem] {
    defer { endTask() }
    guard let model = model?.object else { return [] }
    // From here on, the scope creates only objects that other objects need in order to stop.
    let stopping = stopping.object { Stopping(in: model) }
    var problems: [Problem] = []
    if slots(in: model).contains(where: \.mayHaveToStop) {
      await CurrentScope.run(in: self, after: {}) {
        problems = await KeptObjects(of: model, in: self).stop(as: stopping, within: limit)
      }
    }
    let survivors = ScopeSurvivors(of: self, in: model)
    endNow(in: model)
    survivors?.report(in: model)
    return problems
  }

}

extension Slot {
  /// Whether the object can be stopped, or is being created.
  fileprivate var mayHaveToStop: Bool {
    CreationCoordinator.look { !isSet && state.creator != nil }
      || createdObject.map { factory.mayStop($0) } ?? false
  }
}

extension OpenScopes {
  fileprivate var isOpen: Bool { isOfTasks || ofModel != nil }

  /// Waits until no task carries a scope of the kind. Afterwards, a task may open one again.
  ///
  /// - Throws: `CancellationError`.
  fileprivate func awaitTasks() async throws {
    try await TaskWaiters.wait { body in
      waiters.withLock { waiters in
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        body(&waiters, isOfTasks ? nil : .success(()))
      }
    }
  }
}
