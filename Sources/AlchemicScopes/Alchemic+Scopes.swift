public import AlchemicCore
public import AlchemicInject
import AlchemicRuntime

// Scopes: objects that live as long as a request, a session or a screen.
extension Alchemic {
  /// Opens a scope for an operation.
  ///
  /// ```swift
  /// try await Alchemic.withScope(RequestScope.self) {
  ///   try $0.set(RequestContext(id))
  /// } operation: {
  ///   try await handle(request)
  /// }
  /// ```
  ///
  /// The scope has one object of each factory with the option `.scope(RequestScope.self)`. The
  /// object is created at its first request. The task carries the scope: child tasks, task groups
  /// and a `Task { }` that the operation starts use it. A `Task.detached`, a dispatch block or a
  /// callback does not: use ``capture()`` there. A property of an object that was created in the
  /// scope uses the scope on every thread that reads it.
  ///
  /// At the end of the operation, running creations are awaited first. Then the objects of the
  /// scope that conform to ``AlchemicStopping`` are stopped, in the order of
  /// ``stop(timeout:fileID:line:)``. Then all objects of the scope are released, each before the
  /// objects that its initializer received. A later request for an object of the scope is the error
  /// `no-scope`, also in a task that carries the scope.
  ///
  /// Different tasks may have open scopes of the same kind at the same time. Scopes that are open
  /// within each other have different kinds.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - timeout: The time for all objects of the scope to stop.
  ///   - configure: Stores objects in the scope, before the operation runs.
  ///   - operation: Runs in the scope, on the caller's actor.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with `scope-open` if a scope of this kind is open, for the model
  ///   or in this task, or if the task has an open scope whose objects may need objects of this
  ///   one; with `not-started` or `model-gone`. Otherwise the error of `configure` or of the
  ///   operation. Otherwise ``AlchemicError`` with `stop-failed` and `stop-timeout` for each object
  ///   that did not stop.
  /// - Complexity: O(*n* log *n*) in the objects of the scope.
  @inlinable
  public nonisolated(nonsending) static func withScope<Result>(
    _ scope: any AlchemicScope.Type, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line,
    _ configure: (ScopeContents) throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    // Compiled in the caller's module, where the type of the result is known: P15/open.
    var result: Result?
    try await runInScope(scope, timeout, fileID, line, configure) { result = try await operation() }
    return result.unsafelyUnwrapped
  }

  @usableFromInline
  nonisolated(nonsending) static func runInScope(
    _ scope: any AlchemicScope.Type, _ timeout: Duration, _ fileID: StaticString, _ line: UInt,
    _ configure: (ScopeContents) throws -> Void,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let kind = ScopeKind(scope)
    var scope = try begin(kind, by: step("withScope", fileID, line))
    var failure: (any Error)?
    do {
      try await CurrentScope.run(
        in: scope, after: { try configure(ScopeContents(scope: scope)) },
        operation)
    } catch { failure = error }
    var problems: [Problem] = []
    // If nothing else refers to the scope, nothing can hold it.
    if isKnownUniquelyReferenced(&scope) || scope.endOperation() {
      if !Scope.endAtOnce(&scope) { problems = await scope.end(within: timeout) }
    } else if let held = scope.held?.object {
      problems = await held.endOperation(held, .now + timeout)
    }
    if let failure { throw failure }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  private static func begin(
    _ kind: ScopeKind, by call: @autoclosure () -> Problem.Step
  ) throws -> Scope {
    var scope: Scope?
    do {
      try CurrentModel.using(for: "Alchemic.withScope") {
        scope = try $0.beginScope(of: kind, by: call())
      }
    } catch { throw named(error, call()) }
    // Otherwise, the function has thrown.
    return scope.unsafelyUnwrapped
  }

  /// Opens a scope for the whole model, for example a session. The scope is open until
  /// ``close(_:timeout:fileID:line:)``.
  ///
  /// Until then, each factory with the option `.scope(…)` of this kind has one object, which is
  /// created at its first request. `@Transient` properties follow the opening, and hosts with hooks
  /// are notified.
  ///
  /// In a task with its own model, for example in a test, this opens the scope in that model.
  ///
  /// - Parameter scope: The kind of scope.
  /// - Throws: ``AlchemicError`` with `scope-open` if a scope of the kind is open, for the model or
  ///   in a task; with `not-started` or `model-gone`.
  /// - Complexity: O(*f*) in the factories.
  public static func open(
    _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let model = try currentModel(for: "Alchemic.open", fileID, line)
    let opened = try model.openScope(of: ScopeKind(scope), by: step("open", fileID, line))
    notifyFollowers(of: opened, in: model)
  }

  /// Releases the objects of a scope that is open for the whole model, and keeps the scope open. An
  /// example is a session in which another user logs in.
  ///
  /// Scopes within it that other tasks carry, and running creations, are awaited first. Then the
  /// scope releases all its objects at the same time. The next request for one of them creates
  /// another. `@Transient` properties follow, and hosts with hooks are notified. Then the former
  /// objects that conform to ``AlchemicStopping`` are stopped.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - timeout: The time for all former objects to stop.
  /// - Throws: ``AlchemicError`` with `no-scope` if the scope is not open; with `scope-open` if the
  ///   calling task carries a scope within it, if one is open for the whole model, or if that of
  ///   another task does not end within half of the time; with `is-stopping` if an object that is
  ///   being created or stopped calls this; with `stop-failed` and `stop-timeout` for each object
  ///   that did not stop. `CancellationError` if the task is cancelled while it waits for another
  ///   stop of these objects, or for scopes within this one.
  /// - Complexity: O(*f*) in the factories.
  public static func renew(
    _ scope: any AlchemicScope.Type, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let model = try currentModel(for: "Alchemic.renew", fileID, line)
    let (change, stop) = try await model.renewScope(
      of: ScopeKind(scope), by: step("renew", fileID, line), within: timeout)
    notifyFollowers(of: change.replacements, in: model)
    let problems = change.problems + (await stop())
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Closes a scope that is open for the whole model.
  ///
  /// Scopes within it that other tasks carry are awaited first. Then the objects of the scope that
  /// conform to ``AlchemicStopping`` are stopped, in the order of ``stop(timeout:fileID:line:)``.
  /// Until they have stopped, requests still return the objects of the scope. Then all objects are
  /// released. A property that follows such an object is nil from then on if its type is optional,
  /// and its host is notified if it has hooks. A read of such a property of another type stops the
  /// program.
  ///
  /// A second call waits for the first.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - timeout: The time for all objects to stop.
  /// - Throws: As ``renew(_:timeout:fileID:line:)``.
  /// - Complexity: O(*f*) in the factories.
  public static func close(
    _ scope: any AlchemicScope.Type, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let model = try currentModel(for: "Alchemic.close", fileID, line)
    let change = try await model.closeScope(
      of: ScopeKind(scope), by: step("close", fileID, line), within: timeout)
    notifyFollowers(of: change.replacements, in: model, onlyOptional: true)
    change.reportSurvivors(in: model)
    if !change.problems.isEmpty { throw AlchemicError(change.problems) }
  }

  /// Returns the current model.
  ///
  /// - Throws: ``AlchemicError`` with `not-started` or `model-gone`, which names the call.
  @inline(never)
  static func currentModel(
    for caller: String, _ fileID: StaticString, _ line: UInt
  ) throws -> Model {
    do { return try CurrentModel.get(for: caller) } catch {
      throw named(error, Problem.Step(caller, CodeLocation(fileID: fileID, line: line)))
    }
  }

  /// Returns an error that names the call.
  @inline(never)
  private static func named(_ error: any Error, _ call: Problem.Step) -> any Error {
    guard let error = error as? AlchemicError, error.problems[0].path.isEmpty else { return error }
    return error.requested(by: call)
  }

  static func step(
    _ function: String, _ fileID: StaticString, _ line: UInt
  ) -> Problem.Step {
    Problem.Step("Alchemic.\(function)", CodeLocation(fileID: fileID, line: line))
  }

  private static func notifyFollowers(
    of replacements: [Replacement], in model: Model, onlyOptional: Bool = false
  ) {
    for replacement in replacements {
      TransientRegistry.notifyFollowers(of: replacement, in: model, onlyOptional: onlyOptional)
    }
  }
}

/// Stores the first objects of an open scope: see
/// ``Alchemic/withScope(_:timeout:fileID:line:_:operation:)``.
public struct ScopeContents {
  let scope: Scope

  /// Stores an object in the scope, as `AcSet` does.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - criteria: Conditions that identify the factory, if the type of the object does not.
  /// - Throws: As `AcSet`; also `not-settable` if the factory is not one of this scope.
  public func set<Value>(
    _ object: Value, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    let location = CodeLocation(fileID: fileID, line: line)
    // Otherwise, the properties of the object would be bound to another scope.
    if criteria.isEmpty, CurrentScope.isInnermost(scope), let model = scope.model,
      try withUnsafePointer(
        to: object,
        {
          try setKnown(
            Value.self, at: ValueAddress(of: $0), location, keptBy: scope, in: model)
        })
    {
      return
    }
    try CurrentScope.run(in: scope) {
      try store(
        object, as: Value.self, criteria, location, keptBy: scope.kind, in: scope.model?.object)
    }
  }
}
