public import AlchemicCore
public import AlchemicInject
import AlchemicRuntime

// Scopes that stay open beyond an operation: those with keys, and those that are retained.
extension Alchemic {
  /// Runs an operation in the scope of a key, and opens that scope if it is not open.
  ///
  /// All operations with an equal key run in the same scope, one after another or at the same time.
  /// The scope may lie within other scopes that the task has open: the operation then uses the
  /// objects of all of them. An object of the scope itself can need objects only of the scopes that
  /// the kind names as its ``AlchemicScope/outer``: of those in which the first operation ran.
  ///
  /// A task that outlives its operation does not keep the scope open. To use another key, it must
  /// be a `Task.detached`.
  ///
  /// After the last operation the scope ends, as ``withScope(_:timeout:fileID:line:_:operation:)``
  /// explains, unless an ``OpenScope`` keeps it open, or ``AlchemicKeyedScope/idleLimit`` does.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - key: Identifies the scope in the current model.
  ///   - timeout: The time for all objects of the scope to stop.
  ///   - configure: Stores objects in the scope after it was opened. Not called if it is open.
  ///   - operation: Runs in the scope, on the caller's actor.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with `scope-open` if the task has opened a scope of this kind with
  ///   another key, or a scope whose objects may need objects of this one, or if a scope of this
  ///   kind is open for the whole model; with `not-started` or `model-gone`. `CancellationError` if
  ///   the task is cancelled while another task opens or ends the scope. Otherwise the error of
  ///   `configure` or of the operation. Otherwise ``AlchemicError`` with `stop-failed` and
  ///   `stop-timeout` for each object that did not stop.
  /// - Complexity: O(1) for a scope that is open and stays open; otherwise O(*n* log *n*) in the
  ///   objects of the scope that ends.
  @inlinable
  public nonisolated(nonsending) static func withScope<Scope: AlchemicKeyedScope, Result>(
    _ scope: Scope.Type, for key: Scope.Key, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line,
    _ configure: (ScopeContents) throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    var result: Result?
    try await runInScope(scope, key, timeout, fileID, line, configure) {
      result = try await operation()
    }
    return result.unsafelyUnwrapped
  }

  @usableFromInline
  nonisolated(nonsending) static func runInScope<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, _ key: Scope.Key, _ timeout: Duration, _ fileID: StaticString,
    _ line: UInt, _ configure: (ScopeContents) throws -> Void,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let call = { step("withScope", fileID, line) }
    let model = try currentModel(for: "Alchemic.withScope", fileID, line)
    let held = try await model.scope(scope, for: key, as: HeldScope.Use.operation, call, configure)
    try await run(in: held, of: model, within: timeout, call, operation)
  }

  /// Opens the scope of a key, if it is not open, and keeps it open.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - key: Identifies the scope in the current model.
  ///   - configure: Stores objects in the scope after it was opened. Not called if it is open.
  /// - Returns: A value that keeps the scope open. Each call returns a new one.
  /// - Throws: ``AlchemicError`` with `scope-open` if a scope of this kind is open for the whole
  ///   model; with `not-started` or `model-gone`; `CancellationError` if the task is cancelled
  ///   while another task opens or ends the scope; the error of `configure`.
  /// - Complexity: O(1).
  public nonisolated(nonsending) static func open<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, for key: Scope.Key, fileID: StaticString = #fileID, line: UInt = #line,
    _ configure: (ScopeContents) throws -> Void = { _ in }
  ) async throws -> OpenScope {
    let model = try currentModel(for: "Alchemic.open", fileID, line)
    return OpenScope.of(
      try await model.scope(
        scope, for: key, as: HeldScope.Use.handle, { step("open", fileID, line) }, configure))
  }

  /// Ends the scope of a key, also for others that keep it open: see
  /// ``OpenScope/close(timeout:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - scope: The kind of scope.
  ///   - key: Identifies the scope in the current model, and in the scope that the kind names as
  ///     its outer one.
  ///   - timeout: The time for the operations to end, at most half of it, and for all objects to
  ///     stop.
  /// - Throws: As ``OpenScope/close(timeout:fileID:line:)``; also `no-scope` if the scope is not
  ///   open, `not-started` and `model-gone`.
  public static func close<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, for key: Scope.Key, timeout: Duration = .seconds(10),
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let call = step("close", fileID, line)
    let model = try currentModel(for: "Alchemic.close", fileID, line)
    let (key, _) = model.scopeKey(scope, key)
    guard let held = KeyedScopes.of(model)[key] else { throw key.kind.problem(.notOpen, call) }
    try await held.closeOutside(within: timeout, call)
  }

  /// Keeps a scope open in which the calling task runs, beyond the operation of the scope.
  ///
  /// ```swift
  /// try await Alchemic.withScope(RequestScope.self) {
  ///   let scope = try Alchemic.retain(RequestScope.self)
  ///   return Response { writer in
  ///     try await Alchemic.withScope(scope) { try await writeBody(to: writer) }
  ///   }
  /// }
  /// ```
  ///
  /// The scopes around it stay open, too. The scope ends when its operation has ended and all
  /// values that this function returned are released, or closed.
  ///
  /// - Parameter scope: The kind of scope.
  /// - Returns: A value that keeps the scope open.
  /// - Throws: ``AlchemicError`` with `no-scope` if the task runs in no scope of this kind, or if
  ///   the scope is open for the whole model; with `not-started` or `model-gone`.
  public static func retain(
    _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OpenScope {
    let model = try currentModel(for: "Alchemic.retain", fileID, line)
    let kind = ScopeKind(scope)
    guard let held = CurrentScope.find(kind, in: model.home)?.object.hold(as: HeldScope.Use.handle)
    else {
      throw kind.problem(.notOpen, step("retain", fileID, line))
    }
    return OpenScope.of(held)
  }

  /// Runs an operation in a scope that is kept open, with the model in which it was opened.
  ///
  /// - Parameters:
  ///   - scope: The scope. Any task may run in it.
  ///   - operation: Runs in the scope, on the caller's actor.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with `no-scope` if the scope is closed; with `scope-open` as the
  ///   function that opens it. `CancellationError` if the task is cancelled while another task
  ///   closes the scope. Otherwise the error of the operation.
  /// - Complexity: O(1).
  @inlinable
  public nonisolated(nonsending) static func withScope<Result>(
    _ scope: OpenScope, fileID: StaticString = #fileID, line: UInt = #line,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    var result: Result?
    try await runInScope(scope, fileID, line) { result = try await operation() }
    return result.unsafelyUnwrapped
  }

  @usableFromInline
  nonisolated(nonsending) static func runInScope(
    _ scope: OpenScope, _ fileID: StaticString, _ line: UInt,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let call = { step("withScope", fileID, line) }
    let held = scope.held
    while true {
      let isInside = held.scope?.isEnteredHere ?? false
      guard let isAdmitted = held.admit(HeldScope.Use.operation, isInside: isInside) else {
        throw held.kind.problem(.notOpen, call())
      }
      if isAdmitted { break }
      // A close may be taken back.
      try await held.awaitChange()
    }
    try await run(in: held, of: held.scope?.model?.object, within: .seconds(10), call, operation)
  }

  /// Runs an operation in a scope that is kept open: see ``withScope(_:fileID:line:operation:)``.
  /// Does not wait: the error is `no-scope` while another task closes the scope.
  public static func withScope<Result>(
    _ scope: OpenScope, fileID: StaticString = #fileID, line: UInt = #line,
    operation: () throws -> Result
  ) throws -> Result {
    let call = { step("withScope", fileID, line) }
    let held = scope.held
    let isInside = held.scope?.isEnteredHere ?? false
    guard held.admit(HeldScope.Use.operation, isInside: isInside) == true else {
      throw held.kind.problem(.notOpen, call())
    }
    // The value keeps the scope open, so this use is not the last one.
    defer { withExtendedLifetime(scope) { held.endInBackground(HeldScope.Use.operation) } }
    guard let scope = held.scope, let model = scope.model?.object else {
      throw held.kind.problem(.notOpen, call())
    }
    let place = try scope.place(in: model, for: call)
    return try model.asCurrent { try CurrentScope.run(in: place, operation) }
  }

  /// Runs an operation in a scope to which the caller was admitted.
  private nonisolated(nonsending) static func run(
    in held: HeldScope, of model: Model?, within limit: Duration, _ call: () -> Problem.Step,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    var failure: (any Error)?
    do {
      guard let model, let scope = held.scope else { throw held.kind.problem(.notOpen, call()) }
      let place = try scope.place(in: model, for: call)
      if model.isCurrent {
        try await CurrentScope.run(in: place, after: {}, operation)
      } else {
        try await CurrentModel.withModel(model) {
          try await CurrentScope.run(in: place, after: {}, operation)
        }
      }
    } catch { failure = error }
    // Stays on the caller's actor, unless this is the last use.
    let isLast = held.mustEnd(after: HeldScope.Use.operation)
    let problems = isLast ? await held.end(by: .now + limit) : []
    if let failure { throw failure }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }
}
