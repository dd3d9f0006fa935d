import AlchemicRuntime
public import AlchemicCore

// Scopes: objects that live as long as a request, a session, a screen.
extension Alchemic {
  /// Runs an operation in a scope of its own.
  ///
  /// ```swift
  /// try await Alchemic.withScope(RequestScope.self) {
  ///   try $0.set(RequestContext(id))
  /// } operation: {
  ///   try await handle(request)
  /// }
  /// ```
  ///
  /// The scope has one object of each factory with the option `AcScope(RequestScope.self)`, created
  /// when it is first requested. The task carries the scope: child tasks, task groups and a
  /// `Task { }` that is started here see it. A `Task.detached`, a dispatch block or a callback does
  /// not: use ``capture()`` there. A property of an object that was created in the scope finds it
  /// on whatever thread it is read.
  ///
  /// When the operation has ended, the objects that conform to ``AlchemicStopping``
  /// are stopped, in the order of ``stop(timeout:)``, and all are released, each before those that
  /// its initializer received. What still runs is awaited first. Then a request for an object of
  /// the scope is the error `no-scope`, also in a task that carries it.
  ///
  /// Any number of scopes of one kind are open side by side, in different tasks. Within each other
  /// they are of different kinds.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - timeout: The time for all its objects to stop.
  ///   - configure: Gives the scope objects, before the operation.
  ///   - operation: Runs in the scope, on the caller's actor.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with `scope-open` if a scope of the kind is open here, or one
  ///   whose objects need those of this one; `not-started`, `model-gone`. Otherwise the error of
  ///   the operation; otherwise what did not stop: `stop-failed`, `stop-timeout`.
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
        in: scope, after: { try configure(ScopeContents(kind: kind)) }, operation)
    } catch { failure = error }
    let problems = Scope.endAtOnce(&scope) ? [] : await scope.end(within: timeout)
    if let failure { throw failure }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  private static func begin(
    _ kind: ScopeKind, by call: @autoclosure () -> Problem.Step
  ) throws -> Scope {
    try CurrentModel.get(for: "Alchemic.withScope").beginScope(of: kind, by: call())
  }

  /// Opens a scope for the whole model, until it is closed: a session, for example.
  ///
  /// Until then, each factory with the option `AcScope(…)` of this kind has one object, created
  /// when it is first requested. `@Transient` properties follow it, and hosts with hooks are
  /// notified.
  ///
  /// In a task with a model of its own, for example in a test, the scope belongs to that model.
  ///
  /// - Parameter scope: The kind of scope.
  /// - Throws: ``AlchemicError`` with `scope-open` if a scope of the kind is open, here or in a
  ///   task; `not-started`, `model-gone`.
  /// - Complexity: O(*f*) in the factories.
  public static func open(
    _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let model = try CurrentModel.get(for: "Alchemic.open")
    let opened = try model.openScope(of: ScopeKind(scope), by: step("open", fileID, line))
    notifyFollowers(of: opened, in: model)
  }

  /// Replaces the objects of a scope that is open for the whole model: log out, and log in as
  /// somebody else.
  ///
  /// Its objects are released, all at the same time, and the next request for one creates another.
  /// `@Transient` properties follow, and hosts with hooks are notified. Then those of the former
  /// objects that conform to ``AlchemicStopping`` are stopped. Objects that are being
  /// created are awaited first.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - timeout: The time for all former objects to stop.
  /// - Throws: ``AlchemicError`` with `no-scope` if it is not open; with what did not stop.
  ///   `is-stopping` if an object that is being made or stopped calls this; `CancellationError`.
  /// - Complexity: O(*f*) in the factories.
  public static func renew(
    _ scope: any AlchemicScope.Type, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let model = try CurrentModel.get(for: "Alchemic.renew")
    let (change, stop) = try await model.renewScope(
      of: ScopeKind(scope), by: step("renew", fileID, line), within: timeout)
    notifyFollowers(of: change.replacements, in: model)
    let problems = change.problems + (await stop())
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Closes a scope that is open for the whole model.
  ///
  /// Its objects that conform to ``AlchemicStopping`` are stopped, in the order of
  /// ``stop(timeout:)``, while they can still be requested. Then all are released. Properties of an
  /// optional type become nil, and their hosts with hooks are notified; the read of any other
  /// property stops the program.
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
    let model = try CurrentModel.get(for: "Alchemic.close")
    let change = try await model.closeScope(
      of: ScopeKind(scope), by: step("close", fileID, line), within: timeout)
    notifyFollowers(of: change.replacements, in: model, onlyOptional: true)
    change.reportSurvivors(in: model)
    if !change.problems.isEmpty { throw AlchemicError(change.problems) }
  }

  private static func step(
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

/// Gives an open scope its first objects: see
/// ``Alchemic/withScope(_:timeout:fileID:line:_:operation:)``.
public struct ScopeContents {
  fileprivate let kind: ScopeKind

  /// Stores an object in the scope, as `AcSet` does.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - criteria: Conditions that identify the factory, if the type of the object does not.
  /// - Throws: As `AcSet`; `not-settable` if the scope does not keep the object.
  public func set<Value>(
    _ object: Value, _ criteria: SearchCriterion..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try store(
      object, as: Value.self, criteria, CodeLocation(fileID: fileID, line: line), keptBy: kind)
  }
}
