import AlchemicRuntime
public import AlchemicCore

// Models side by side: a child of the current model, for one task and all that it starts.
extension Alchemic {
  /// Runs an operation with a model of its own: a child of the current model.
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
  /// The child inherits the declarations of the current model. What it declares itself wins over
  /// them, as primaries do; an inherited factory that is asked for by its name is replaced by one
  /// of that name. Nothing is created before it is asked for. All objects are the child's own,
  /// unless they are shared. Any number of children live side by side and do not see each other.
  ///
  /// The task carries the model: child tasks, task groups and a `Task { }` that is started here see
  /// it. A `Task.detached`, a dispatch block or a callback does not: use ``capture()`` there. A
  /// host that the child creates stays with it, on whatever thread it is read, and a shared host of
  /// the parent with the parent. A host that is created by hand stays with the model in which a
  /// property of it is read first. The code of an object, and that of a provider, has the model
  /// that creates the object as the current one.
  ///
  /// Without a main model, the parent consists of all that is discovered in the program.
  ///
  /// - Parameters:
  ///   - name: The name in the message of a use after the end; nil for the place of the call.
  ///   - sharing: What the child takes from the current model besides the declarations.
  ///   - configure: Declares what the child has of its own.
  ///   - operation: Runs with the child as the current model. Afterwards the child's objects are
  ///     released, and a request to it fails with `model-gone`.
  /// - Returns: The result of the operation.
  /// - Throws: ``AlchemicError`` with every problem of the child, before anything is created;
  ///   otherwise the error of the operation.
  /// - Complexity: O(*n*) in the declarations of the child and their needs, not in those of the
  ///   parent; O(*f* + *d*) in all factories and their dependencies if the child's own objects need
  ///   what needs them.
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

  /// Runs an asynchronous operation with a model of its own: see
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
    let parent = try CurrentModel.scoped ?? ProgramModel.main ?? ProgramModel.discovered()
    try parent.requireLife(for: "Alchemic.withModel")
    let builder = ModelBuilder(childOf: parent)
    try configure(builder)
    return try builder.buildChild(
      named: name.map { "'\($0)'" } ?? "Alchemic.withModel at \(location)", sharing: sharing,
      injector: ModelHostInjector())
  }

  /// Returns the current model, for code that runs elsewhere: in a detached task, a dispatch block
  /// or a callback.
  ///
  /// ```swift
  /// let here = Alchemic.capture()
  /// queue.async { here.run { … } }
  /// ```
  ///
  /// - Returns: The task's own model; the main model if it has none. With it the scopes that the
  ///   task has open.
  public static func capture() -> CapturedModel {
    CapturedModel(model: CurrentModel.scoped, scope: CurrentScope.captured)
  }
}

/// The model that was current when it was captured, and the scopes that the task had open.
///
/// It keeps neither a child model nor a scope going. After the child's end, a request fails with
/// `model-gone`, and a property that is read stops the program with the same message.
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

/// The model from which the first children of a process inherit.
package enum ProgramModel {
  private static let rule = Locked<(@Sendable () -> Model?)?>(nil)

  /// Lets a function decide which tasks may have children of the main model: a test may have
  /// started it for itself.
  package static func findMain(_ rule: @escaping @Sendable () -> Model?) {
    Self.rule.withLock { $0 = rule }
  }

  /// The main model, if the calling task may have children of it.
  package static var main: Model? {
    guard let rule = rule.withLock({ $0 }) else { return CurrentModel.main }
    return rule()
  }

  private static let known = Locked<Model?>(nil)

  /// Returns the model of all that the program declares itself. It creates no object, and is the
  /// parent of the children in a process that has no main model. Built once.
  package static func discovered() throws -> Model {
    if let known = known.withLock({ $0 }) { return known }
    let builder = ModelBuilder()
    try Alchemic.discover(into: builder)
    let model = builder.buildRegardless(injector: ModelHostInjector()).model
    return known.withLock { known in
      let first = known ?? model
      known = first
      return first
    }
  }
}
