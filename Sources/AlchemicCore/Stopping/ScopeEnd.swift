import AlchemicRuntime
import Synchronization

// The opening and the end of scopes. An ending scope stops its objects in the order of the graph,
// as the stop of the model does.

extension Model {
  /// Opens a scope that the calling task carries.
  ///
  /// - Parameter call: The call of the program, for messages.
  /// - Throws: `scope-open`.
  package func beginScope(of kind: ScopeKind, by call: @autoclosure () -> Problem.Step) throws
    -> Scope
  {
    let open = openScopes(of: kind)
    // A task that outlives its scope still carries it. A new scope need not retain that one.
    let outer = CurrentScope.captured?.livingOrOuter
    for scope in sequence(first: outer, next: { $0?.outer }) {
      guard let scope else { break }
      if scope.home !== home || scope.isEnded { continue }
      if scope.kind == kind { throw kind.problem(.scopeOpen(isOfTask: true), call()) }
      if kind.lasts(asLongAs: scope.kind) {
        throw kind.problem(.scopeWithin(scope.kind.name), call())
      }
    }
    guard open.beginTask() else { throw kind.problem(.scopeOpen(isOfTask: false), call()) }
    return Scope(of: kind, in: self, among: open, within: outer)
  }

  /// Opens a scope for the whole model.
  ///
  /// - Parameter call: The call of the program, for messages.
  /// - Returns: The changes of the answers that hosts follow.
  /// - Throws: `scope-open`.
  package func openScope(
    of kind: ScopeKind, by call: @autoclosure () -> Problem.Step
  ) throws -> [Replacement] {
    let open = openScopes(of: kind)
    guard open.reserve() else {
      throw kind.problem(.scopeOpen(isOfTask: open.isOfTasks), call())
    }
    let scope = Scope(of: kind, in: self)
    // No request finds the scope before the slots are empty.
    let remains = CreationCoordinator.empty(scope.slots(in: self), .scopeChanged)
    open.open(scope)
    return remains?.compactMap(\.replacement) ?? []
  }

  /// Closes the scope that is open for the whole model. Stops its objects, and releases them.
  ///
  /// - Returns: The changes of the answers that hosts follow, and the problems of the stop.
  /// - Throws: `no-scope`; `scope-open` if a scope within it is open, or is not closed within half
  ///   of the limit; `is-stopping` if an object that is being created or stopped calls this;
  ///   `CancellationError` if the caller is cancelled while it waits for another stop.
  package func closeScope(
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
    openScopes(of: kind).close()
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
  package func renewScope(
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

  /// Waits for the ends and renewals of scopes, for half of the time each.
  func awaitEnds(of stops: [ScopeStopping], until deadline: ContinuousClock.Instant) async {
    for stop in stops {
      let time = max((deadline - .now) / 2, .zero)
      _ = await LimitedTask.run(for: time) { _ = try await stop.stopping.ended() }
    }
  }

  /// Returns the scope that is open for the whole model, after the scopes within it have ended: an
  /// object is stopped before those that it needs.
  private func scopeToEnd(
    _ kind: ScopeKind, for call: Problem.Step, before deadline: ContinuousClock.Instant
  ) async throws -> Scope {
    guard let scope = openScopes(of: kind).ofModel else { throw kind.problem(.notOpen, call) }
    let isWithin =
      Stopping.runsHere(stopping.reference)
      || scopeStops.contains { $0.kind == kind && Stopping.runsHere(Borrowed($0.stopping)) }
    try Stopping.requireCallerOutside(isWithin, "\(call.subject)(\(kind.name).self)")
    for inner in openScopes(within: kind) {
      // What the caller itself has opened, or must close, cannot be awaited.
      var isOpen = inner.ofModel != nil || CurrentScope.find(inner.kind, in: home) != nil
      if !isOpen, inner.isOfTasks {
        let time = max((deadline - .now) / 2, .zero)
        try await withThrowingTaskGroup { group in
          group.addTask { try await inner.awaitTasks() }
          group.addTask { try await Task.sleep(for: time) }
          try await group.next()
          group.cancelAll()
        }
        isOpen = inner.isOfTasks
      }
      if isOpen { throw kind.problem(.scopeHolds(inner.kind.name), call) }
    }
    return scope
  }
}

/// The effects of closing or renewing a scope.
package final class ScopeChange {
  /// The changes of the answers that hosts follow.
  package var replacements: [Replacement]
  /// The problems of objects that did not stop.
  package let problems: [Problem]
  private let survivors: ScopeSurvivors?

  fileprivate init(
    _ replacements: [Replacement], _ problems: [Problem], survivors: ScopeSurvivors? = nil
  ) {
    (self.replacements, self.problems, self.survivors) = (replacements, problems, survivors)
  }

  /// Releases the former answers, and warns of objects that are alive after that.
  package func reportSurvivors(in model: Model) {
    replacements = []
    survivors?.report(in: model)
  }
}

extension Scope {
  /// Ends a scope that a task carries and releases its objects, if no object must be stopped or
  /// awaited.
  ///
  /// - Parameter scope: The caller's reference. If it is the only one, the objects are released
  ///   with the scope.
  /// - Returns: False if the caller must call ``end(within:)``.
  package static func endAtOnce(_ scope: inout Scope) -> Bool {
    // The scope retains its model, which may have ended before.
    guard let model = scope.model, !HotWord.observers.isSet || model.listener == nil else {
      return false
    }
    if !scope.mayHaveHosts {
      let isLast = isKnownUniquelyReferenced(&scope)
      let isEnded =
        isLast ? CreationCoordinator.look(scope.isUnstoppable) : CreationCoordinator.end(scope)
      if !isEnded { return false }
    } else {
      // From here on, no creation begins.
      let stopping = scope.stopping.object { Stopping(in: model) }
      guard CreationCoordinator.look(scope.isUnstoppable) else { return false }
      scope.release(as: stopping, in: model, .ownerEnded)
    }
    scope.open?.endTask()
    return true
  }

  /// Ends a scope that a task carries. Stops its objects, and releases them. Leaves the caller's
  /// actor.
  ///
  /// - Returns: The problems of objects that did not stop.
  package func end(within limit: Duration) async -> [Problem] {
    defer { open?.endTask() }
    guard let model else { return [] }
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

  /// Ends the scope without a stop.
  package func endNow(in model: Model) {
    release(as: stopping.object { Stopping(in: model) }, in: model, .ownerEnded)
  }

  /// Releases the objects, and ends the scope. The caller of a running creation receives its
  /// object, but the scope does not keep it. A deinitializer may read what the scope has still.
  ///
  /// - Parameter stopping: Permits deinitializers to create what they read.
  /// - Returns: The effects on those who follow.
  @discardableResult
  fileprivate func release(
    as stopping: Stopping, in model: Model, _ reason: SlotEnding
  ) -> [Replacement] {
    // The slots of a scope of the whole model are those of its factories.
    let ofModel = isOfTask ? [] : slots(in: model)
    let replacements = stopping.run(in: model) {
      CurrentScope.run(in: isOfTask ? self : CurrentScope.captured) {
        CreationCoordinator.release(
          { isOfTask ? slots(in: model) : ofModel },
          unless: { isOfTask ? isEmpty : ofModel.allSatisfy { $0.state == .absent } }, reason,
          model.injector)
      }
    }
    end()
    return replacements
  }

  /// The scope, unless it has ended; otherwise the innermost one around it that has not.
  fileprivate var livingOrOuter: Scope? {
    var scope: Scope? = self
    while let ended = scope, ended.isEnded { scope = ended.outer }
    return scope
  }
}

extension Slot {
  /// Whether the object can be stopped, or is being created.
  fileprivate var mayHaveToStop: Bool {
    let made = CreationCoordinator.look { isSet ? (.absent, nil) : (state, object.current) }
    return made.0.creator != nil || made.1.map { factory.mayStop($0) } ?? false
  }
}

extension ScopeKind {
  fileprivate func problem(_ fact: Problem.Fact, _ call: Problem.Step) -> AlchemicError {
    AlchemicError(Problem(fact, name, path: [call] + CreationPath.steps()))
  }
}
