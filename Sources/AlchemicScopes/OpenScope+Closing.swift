import AlchemicCore
import AlchemicInject
import AlchemicRuntime
import AlchemicWaiting

// Not in the file of the class, whose data every program links.
extension OpenScope {
  /// Ends the scope, also for others that keep it open.
  ///
  /// Scopes within it that rest are ended first. Operations that run in the scope, and other scopes
  /// within it, are awaited, also if the task is cancelled. No further operation begins. Then the
  /// objects of the scope that conform to ``AlchemicStopping`` are stopped, in the order of
  /// `Alchemic.stop(timeout:)`, and all objects are released. A second call waits for the first,
  /// and throws nothing.
  ///
  /// - Parameter timeout: The time for the operations to end, at most half of it, and for all
  ///   objects to stop.
  /// - Throws: ``AlchemicError`` with `scope-open` if the calling task runs in the scope, or if an
  ///   operation does not end in time; with `is-stopping` if an object that is being created or
  ///   stopped calls this; with `stop-failed` and `stop-timeout` for each object that did not stop.
  /// - Complexity: O(*n* log *n*) in the objects of the scope.
  public func close(
    timeout: Duration = .seconds(10), fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let call = Problem.Step("OpenScope.close", CodeLocation(fileID: fileID, line: line))
    try await held.closeOutside(within: timeout, call)
  }
}

extension HeldScope {
  /// Closes the scope for a caller that must not run in it.
  func closeOutside(within limit: Duration, _ call: Problem.Step) async throws {
    guard let scope else { return }
    try Stopping.requireCallerOutside(
      Stopping.runsHere(scope.stopping.reference), "\(call.subject)()", call)
    if scope.isEnteredHere {
      throw kind.problem(.scopeInUse(isHere: true), call)
    }
    let problems = try await close(by: .now + limit, [call])
    if !problems.isEmpty { throw AlchemicError(problems) }
  }
}
