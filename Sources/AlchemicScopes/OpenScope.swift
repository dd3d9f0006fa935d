import AlchemicCore
import AlchemicInject
import AlchemicRuntime
import AlchemicWaiting

/// Keeps a scope open: one with a key, or one in which an operation runs.
///
/// ```swift
/// let tenant = try await Alchemic.open(TenantScope.self, for: id) { try $0.set(Tenant(id)) }
/// try await Alchemic.withScope(tenant) { try await answer(request) }
/// try await tenant.close()
/// ```
///
/// The scope stays open until ``close(timeout:fileID:line:)``, or until all values that keep it open
/// are released and no operation runs in it. Then its objects are stopped and released, or, if it
/// has a key, it rests: see ``AlchemicKeyedScope/idleLimit``. An object of the scope that keeps such
/// a value keeps its own scope open until a close.
public final class OpenScope: Sendable {
  let held: HeldScope

  /// - Parameter held: The scope, to which the caller was admitted.
  init(_ held: HeldScope) { self.held = held }

  /// Lets the scope rest or end, if nothing else uses it. If objects must stop, a task stops them,
  /// and observers of events are told what did not stop.
  deinit { held.endInBackground(.handle) }

  /// Ends the scope, also for others that keep it open.
  ///
  /// Scopes within it that rest are ended first. Operations that run in the scope, and other scopes
  /// within it, are awaited, also if the task is cancelled. No further operation begins. Then the objects of the scope that conform to ``AlchemicStopping`` are stopped, in the
  /// order of `Alchemic.stop(timeout:)`, and all objects are released. A second call waits for the
  /// first, and throws nothing.
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
      Stopping.runsHere(scope.stopping.reference), "\(call.subject)()")
    if scope.isEnteredHere {
      throw kind.problem(.scopeInUse(isHere: true), call)
    }
    let problems = try await close(by: .now + limit, [call])
    if !problems.isEmpty { throw AlchemicError(problems) }
  }
}
