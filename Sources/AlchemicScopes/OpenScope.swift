import AlchemicCore

/// Keeps a scope open: one with a key, or one in which an operation runs.
///
/// ```swift
/// let tenant = try await Alchemic.open(TenantScope.self, for: id) { try $0.set(Tenant(id)) }
/// try await Alchemic.withScope(tenant) { try await answer(request) }
/// try await tenant.close()
/// ```
///
/// The scope stays open until ``close(timeout:fileID:line:)``, or until all values that keep it
/// open are released and no operation runs in it. Then its objects are stopped and released, or, if
/// it has a key, it rests: see ``AlchemicKeyedScope/idleLimit``. An object of the scope that keeps
/// such a value keeps its own scope open until a close.
public final class OpenScope: Sendable {
  let held: HeldScope
  /// Ends the use of the scope. A function, because every program links the deinitializer.
  private let letGo: @Sendable (HeldScope) -> Void

  private init(_ held: HeldScope, _ letGo: @escaping @Sendable (HeldScope) -> Void) {
    (self.held, self.letGo) = (held, letGo)
  }

  /// - Parameter held: The scope, to which the caller was admitted.
  static func of(_ held: HeldScope) -> OpenScope {
    OpenScope(held) { $0.endInBackground(HeldScope.Use.handle) }
  }

  /// Lets the scope rest or end, if nothing else uses it. If objects must stop, a task stops them,
  /// and observers of events are told what did not stop.
  deinit { letGo(held) }
}
