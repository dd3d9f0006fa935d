public import AlchemicCore

/// A kind of scope of which a model has one for each key: for example one for each tenant.
///
/// ```swift
/// enum TenantScope: AlchemicKeyedScope {
///   typealias Key = TenantID
///   static let idleLimit = 1_000
/// }
///
/// try await Alchemic.withScope(TenantScope.self, for: id) {
///   try $0.set(Tenant(id))
/// } operation: {
///   try await answer(request)
/// }
/// ```
///
/// All operations with one key use the same open scope. The first opens it. A scope that nothing
/// uses stays open as long as no more than ``idleLimit`` of them do; then the one that was used
/// longest ago ends. If the kind names an ``AlchemicScope/outer`` scope, each open scope of that kind
/// has keys of its own.
public protocol AlchemicKeyedScope<Key>: AlchemicScope {
  /// What identifies a scope of this kind. Its `==` and `hash(into:)` must not use Alchemic.
  associatedtype Key: Hashable, Sendable

  /// The number of scopes of this kind that stay open in a model while nothing uses them. The
  /// default is 0: each scope ends with its last operation.
  static var idleLimit: Int { get }
}

extension AlchemicKeyedScope {
  /// No scope stays open without use.
  public static var idleLimit: Int { 0 }
}

/// The identity of a scope with a key, within a model.
struct ScopeKey: Hashable, Sendable {
  let kind: ScopeKind
  let idleLimit: Int
  private let key: any Hashable & Sendable
  /// The scopes around it. Another tenant may have a visitor of the same name.
  private let outers: [ObjectIdentifier]

  init<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, _ key: Scope.Key, within outers: [ObjectIdentifier]
  ) {
    (kind, idleLimit) = (ScopeKind(scope), scope.idleLimit)
    (self.key, self.outers) = (key, outers)
  }

  static func == (first: ScopeKey, second: ScopeKey) -> Bool {
    first.kind == second.kind && first.outers == second.outers
      && AnyHashable(first.key) == AnyHashable(second.key)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(outers)
    key.hash(into: &hasher)
  }
}
