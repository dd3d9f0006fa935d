public import AlchemicCore
public import AlchemicInject

// The stop of a model: the objects stop in the order of the dependency graph.
extension Alchemic {
  /// Stops the shared objects that the model has created, and returns to the state before the
  /// start, as ``reset(fileID:line:)`` does.
  ///
  /// Running creations are awaited first. Then each shared object that conforms to
  /// ``AlchemicStopping`` is stopped, after all objects that need it by an argument or a property.
  /// Objects that do not need each other are stopped at the same time. Meanwhile, a request returns
  /// an object that exists. A request that would have to create a shared object is the error
  /// `is-stopping`. There is one exception: in its own `stop()`, an object may request another
  /// object, which is created for it and stopped after it.
  ///
  /// Each object has a share of the time: the remaining time, divided by the number of objects on
  /// the longest path of needs that begins at the object. When the share is over, the task of its
  /// `stop()` is cancelled, and the other objects are stopped nevertheless.
  ///
  /// A second call waits for the first. A call during a start waits for the start. Without a
  /// started model, this function does nothing. In a task with its own model, for example in a
  /// test, it stops and ends that model. In a cancelled task, it stops all objects too.
  ///
  /// ```swift
  /// try await Alchemic.stop(timeout: .seconds(10))
  /// ```
  ///
  /// - Parameter timeout: The time for all objects together.
  /// - Throws: ``AlchemicError`` with `stop-failed` and `stop-timeout` for each object that did not
  ///   stop; with `is-stopping` if an object that is being created or stopped calls this, or if
  ///   code of the start does; with `model-gone` in a task whose own model has ended.
  ///   `CancellationError` if the task is cancelled while it waits for another call.
  /// - Complexity: O(*f*) in the factories of the model, plus O(*n* (*p* + *g*)) in the needed
  ///   factories *n*, their properties *p* and the objects to stop *g*, plus the cost of stopping
  ///   these objects.
  public static func stop(
    timeout: Duration = .seconds(10), fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, line: line)
    try await stop(within: timeout, by: Problem.Step("Alchemic.stop()", location))
  }

  /// - Parameter call: The call that stops the model, for messages.
  static func stop(within timeout: Duration, by call: Problem.Step) async throws {
    guard let model = CurrentModel.scoped else {
      return try await Lifecycle.main.stop(within: timeout, by: call)
    }
    if model.home.isEnded {
      let gone = Problem.Fact.modelGone(ofChild: model.home.name, isCall: true)
      throw AlchemicError(Problem(gone, call.subject, path: [call] + CreationPath.steps()))
    }
    let problems = try await model.stop(within: timeout, by: call) { model.end() }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Starts the model, runs an operation, and stops the model.
  ///
  /// ```swift
  /// @main struct Server {
  ///   static func main() async throws {
  ///     try await Alchemic.run {
  ///       let server: HTTPServer = try AcGet()
  ///       try await server.run()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The first SIGINT or SIGTERM cancels the operation or the start, which then has half of
  /// `timeout` to end. After that the objects are stopped: see ``stop(timeout:fileID:line:)``. The
  /// second signal ends the program. A signal that the program ignores stays ignored. If the
  /// operation throws a `CancellationError` after a signal, this function does not throw it.
  ///
  /// - Parameters:
  ///   - mode: As for `start(_:profiles:_:)`.
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - timeout: The time for the stop. It begins with the signal, and the operation and the
  ///     objects share it; or it begins with the end of the operation, and is for the objects.
  ///   - configure: Adds factories, as for `start(_:profiles:_:)`.
  ///   - operation: The work of the program. The objects are stopped when it returns or throws.
  /// - Throws: The error of the start or of the operation; otherwise the error of the stop. If the
  ///   operation and the stop both throw an ``AlchemicError``, one error with all problems.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10),
    _ configure: @escaping @Sendable (ModelBuilder) -> Void,
    operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, configure, operation)
  }

  /// Starts the model, runs an operation, and stops the model: see
  /// ``run(_:profiles:timeout:_:operation:)``.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10),
    operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, { _ in }, operation)
  }

  /// Starts the model, waits for SIGINT or SIGTERM, and stops the model: see
  /// ``run(_:profiles:timeout:_:operation:)``.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10)
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, { _ in }) {
      while true { try await Task.sleep(for: .seconds(86_400)) }
    }
  }
}
