public import AlchemicCore

// The end of a program: what the model has made is stopped in the order of the graph.
extension Alchemic {
  /// Stops what the model has made, and returns to the state before the start, as ``reset()`` does.
  ///
  /// Each shared object that conforms to ``AlchemicStopping`` is stopped after all
  /// those that need it, by arguments and by properties, and objects that do not need each other at
  /// the same time. Objects that are being created are awaited first. Until the end, requests are
  /// answered with the objects that exist; a shared object that would have to be created is the
  /// error `is-stopping`. Only what an object asks for in its own `stop()` is created, and stopped
  /// after it.
  ///
  /// Each object has a share of the time: what is left, divided by the number of objects on the
  /// longest way of needs from it. When its share is over, its task is cancelled, and the others
  /// are stopped nevertheless.
  ///
  /// A second call waits for the first. Without a started model nothing happens; a start that is
  /// running is awaited. In a task with a model of its own, for example in a test, that model is
  /// stopped, and it has ended afterwards. A cancelled task stops all objects, too.
  ///
  /// ```swift
  /// try await Alchemic.stop(timeout: .seconds(10))
  /// ```
  ///
  /// - Parameter timeout: The time for all objects together.
  /// - Throws: ``AlchemicError`` with everything that did not stop: `stop-failed`, `stop-timeout`.
  ///   `is-stopping` if an object that is being made or stopped calls this, or the start;
  ///   `model-gone` in a task whose own model has ended; `CancellationError` for a cancelled task
  ///   that waits for another one.
  /// - Complexity: O(*f*) in the factories of the model, and O(*n* (*p* + *g*)) in the factories
  ///   that are needed, their properties, and the objects to stop; and the cost of stopping these.
  public static func stop(timeout: Duration = .seconds(10)) async throws {
    guard let model = CurrentModel.scoped else {
      return try await Lifecycle.main.stop(within: timeout)
    }
    try model.requireLife(for: "Alchemic.stop()")
    let problems = try await model.stop(within: timeout) { model.end() }
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Starts, runs an operation, and stops: the whole life of a program.
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
  /// The first SIGINT or SIGTERM cancels the operation, or the start. The operation then has half
  /// of `timeout` to end, before the objects are stopped: see ``stop(timeout:)``. The second signal
  /// ends the program. A signal that the program ignores stays ignored. After a signal, the
  /// `CancellationError` of the operation is no error.
  ///
  /// - Parameters:
  ///   - mode: As for `start(_:profiles:_:)`.
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - timeout: The time for the operation and all objects together, from the signal; or for the
  ///     objects, from the end of the operation.
  ///   - configure: Adds factories, as for `start(_:profiles:_:)`.
  ///   - operation: What the program does. Its end stops the objects.
  /// - Throws: The error of the start or of the operation; otherwise that of the stop. If both fail
  ///   with an ``AlchemicError``, one error with all problems.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10),
    _ configure: @escaping @Sendable (ModelBuilder) -> Void,
    operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, configure, operation)
  }

  /// Starts, runs an operation, and stops: see ``run(_:profiles:timeout:_:operation:)``.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10),
    operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, { _ in }, operation)
  }

  /// Starts, waits for SIGINT or SIGTERM, and stops: see ``run(_:profiles:timeout:_:operation:)``.
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .seconds(10)
  ) async throws {
    try await ProgramRun.run(mode, in: profiles, for: timeout, { _ in }) {
      while true { try await Task.sleep(for: .seconds(86_400)) }
    }
  }
}
