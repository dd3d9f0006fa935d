package import AlchemicCore
import AlchemicRuntime
import Synchronization

// The opening of scopes, and the end of scopes whose objects need not be awaited or stopped.

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
    try requireNone(of: kind, in: outer, call())
    guard let scope = Scope.ofTask(among: open, within: outer) else {
      throw kind.problem(.scopeOpen(isOfTask: false), call())
    }
    return scope
  }

  /// Checks that none of the scopes that a task carries is of a kind, or needs one of that kind.
  ///
  /// - Parameters:
  ///   - isKeyed: Whether the caller wants to use a scope with a key.
  ///   - innermost: The innermost of them.
  /// - Throws: `scope-open`.
  func requireNone(
    of kind: ScopeKind, isKeyed: Bool = false, in innermost: Scope?,
    _ call: @autoclosure () -> Problem.Step
  ) throws {
    var next = innermost
    while let scope = next {
      next = scope.outer
      if !scope.isOf(home) || scope.content.isEnded { continue }
      if scope.kind == kind {
        throw kind.problem(isKeyed ? .otherScope : .scopeOpen(isOfTask: true), call())
      }
      if kind.lasts(asLongAs: scope.kind) {
        throw kind.problem(.scopeWithin(scope.kind.name), call())
      }
    }
  }

  /// Opens a scope for the whole model.
  ///
  /// - Parameter call: The call of the program, for messages.
  /// - Returns: The changes of the answers that hosts follow.
  /// - Throws: `scope-open`.
  func openScope(
    of kind: ScopeKind, by call: @autoclosure () -> Problem.Step
  ) throws -> [Replacement] {
    let open = openScopes(of: kind).object
    guard open.reserve() else {
      throw kind.problem(.scopeOpen(isOfTask: open.isOfTasks), call())
    }
    let scope = Scope.ofModel(kind, in: self)
    // No request finds the scope before the slots are empty.
    let remains = CreationCoordinator.empty(scope.slots(in: self), .scopeChanged)
    open.open(scope)
    return remains?.compactMap(\.replacement) ?? []
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
    guard let model = scope.model,
      !HotWord.observers.isSet || model.with({ $0.listener == nil })
    else { return false }
    if !scope.mayHaveHosts {
      let isEnded =
        isKnownUniquelyReferenced(&scope)
        ? scope.isUnstoppableAlone || CreationCoordinator.look(scope.isUnstoppable)
        : CreationCoordinator.end(scope)
      if !isEnded { return false }
    } else {
      // From here on, no creation begins.
      let stopping = scope.stopping.object { Stopping(in: model.object) }
      guard CreationCoordinator.look(scope.isUnstoppable) else { return false }
      scope.release(as: stopping, in: model.object, .ownerEnded)
    }
    scope.endTask()
    return true
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
  func release(
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
  var livingOrOuter: Scope? {
    var scope: Scope? = self
    while let ended = scope, ended.content.isEnded { scope = ended.outer }
    return scope
  }

  /// The scope that has the objects.
  var content: Scope { entered ?? self }
}

extension Stopping {
  /// Runs code as a part of the stop, with a model as the current one.
  fileprivate func run<Result>(in model: Model, _ body: () throws -> Result) rethrows -> Result {
    runs.add(1, ordering: .relaxed)
    defer { runs.subtract(1, ordering: .relaxed) }
    return try Self.$ofTask.withValue(Self.ofTask + [self]) { try model.asCurrent(body) }
  }
}

extension ScopeKind {
  func problem(_ fact: Problem.Fact, _ call: Problem.Step) -> AlchemicError {
    AlchemicError(Problem(fact, name, path: [call] + CreationPath.steps()))
  }
}
