public import AlchemicCore

// Child models. A task and all tasks that it starts use the child instead of the current model.
extension Alchemic {
  /// Runs an operation with a child of the current model.
  ///
  /// ```swift
  /// try Alchemic.withModel {
  ///   $0.register { FakeStore() as any Store }
  /// } operation: {
  ///   let shop: Shop = try AcGet()
  ///   …
  /// }
  /// ```
  ///
  /// The child inherits the declarations of the current model. A declaration of the child wins over
  /// inherited ones, as a primary does. A name in the child replaces the same inherited name. The
  /// child creates an object only when the object is requested. All objects are the child's own,
  /// unless they are shared. Any number of children can exist at the same time, and none of them
  /// uses another.
  ///
  /// The task carries the child: child tasks, task groups and a `Task { }` that the operation
  /// starts use it. A `Task.detached`, a dispatch block or a callback does not: use ``capture()``
  /// there.
  ///
  /// A host that the child creates stays with the child: its properties take their values from the
  /// child, on every thread that reads them. A shared host of the parent stays with the parent. A
  /// host that the program creates by hand stays with the model in which a property of the host is
  /// read first. While a model creates an object, it is the current model for the code of that
  /// object.
  ///
  /// Without a main model, the parent is the model of everything that Alchemic discovers in the
  /// program.
  ///
  /// - Parameters:
  ///   - name: The name of the child in the message of a use after its end; nil for the source
  ///     location of the call.
  ///   - sharing: Whether the child takes objects of the current model, in addition to its
  ///     declarations.
  ///   - configure: Adds the declarations of the child.
  ///   - operation: Runs with the child as the current model. Afterwards the child's objects are
  ///     released, and a request to it fails with `model-gone`.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with every problem of the child, before the child creates an
  ///   object; with `model-gone` if the current model is a child that has ended. Otherwise the
  ///   error of `configure` or of the operation.
  /// - Complexity: O(*n*) in the declarations of the child and their needs, not in those of the
  ///   parent. If objects of the child need inherited objects that need them in turn, O(*f* + *d*)
  ///   in all factories and their dependencies.
  public static func withModel<Result>(
    named name: String? = nil, sharing: ModelSharing = .none, fileID: StaticString = #fileID,
    line: UInt = #line, _ configure: (ModelBuilder) throws -> Void = { _ in },
    operation: () throws -> Result
  ) throws -> Result {
    let child = try child(
      named: name, at: CodeLocation(fileID: fileID, line: line), sharing, configure)
    return try CurrentModel.withModel(child) {
      defer { child.end() }
      return try operation()
    }
  }

  /// Runs an asynchronous operation with a child of the current model: see
  /// ``withModel(named:sharing:fileID:line:_:operation:)``.
  ///
  /// The operation runs on the caller's actor.
  public nonisolated(nonsending) static func withModel<Result>(
    named name: String? = nil, sharing: ModelSharing = .none, fileID: StaticString = #fileID,
    line: UInt = #line, _ configure: (ModelBuilder) throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let child = try child(
      named: name, at: CodeLocation(fileID: fileID, line: line), sharing, configure)
    return try await CurrentModel.withModel(child) {
      defer { child.end() }
      return try await operation()
    }
  }

  /// Builds and validates a child of the current model.
  private static func child(
    named name: String?, at location: CodeLocation, _ sharing: ModelSharing,
    _ configure: (ModelBuilder) throws -> Void
  ) throws -> Model {
    let builder = ModelBuilder(
      inheriting: try CurrentModel.inheritanceOfTask(for: "Alchemic.withModel")
        ?? ProgramModel.inheritance())
    try configure(builder)
    let child = try builder.buildChild(
      named: name.map { "'\($0)'" } ?? "Alchemic.withModel at \(location)", sharing: sharing,
      injector: ModelHostInjector())
    child.home.lend()
    return child
  }

  /// Unavailable: the model exists during an operation.
  @available(*, unavailable, message: "write what uses the model, withModel { … } operation: { … }")
  public static func withModel(
    named name: String? = nil, sharing: ModelSharing = .none,
    _ configure: (ModelBuilder) throws -> Void
  ) throws {}

  /// Returns the current model, for code that does not run in this task: in a detached task, a
  /// dispatch block or a callback.
  ///
  /// ```swift
  /// let here = Alchemic.capture()
  /// queue.async { here.run { … } }
  /// ```
  ///
  /// - Returns: The model of the task, or the main model if the task carries none; and the scopes
  ///   that the task carries.
  public static func capture() -> CapturedModel {
    CapturedModel(model: CurrentModel.scoped, scope: CurrentScope.captured)
  }
}

/// The model that was current at a call of ``Alchemic/capture()``, and the scopes that the task
/// carried.
///
/// This value extends the life of neither a child model nor a scope. After the end of the child, a
/// request fails with `model-gone`. The first read of a property then stops the program with the
/// same message, and so does each read of a `@Transient` property.
public struct CapturedModel: Sendable {
  /// Nil for the main model.
  fileprivate let model: Model?
  /// The innermost scope; nil for none.
  fileprivate let scope: Scope?

  /// Runs an operation with the captured model as the current one.
  ///
  /// - Parameter operation: May use all functions of Alchemic.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try CurrentModel.withModel(model) { try CurrentScope.run(in: scope, operation) }
  }

  /// Runs an asynchronous operation with the captured model as the current one, on the caller's
  /// actor.
  ///
  /// - Parameter operation: May use all functions of Alchemic.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public nonisolated(nonsending) func run<Result>(
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentModel.withModel(model) {
      var result: Result?
      try await CurrentScope.run(in: scope, after: {}) { result = try await operation() }
      return result.unsafelyUnwrapped
    }
  }
}
