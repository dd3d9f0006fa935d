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
/// longest ago ends. If the kind names an ``AlchemicScope/outer`` scope, each open scope of that
/// kind has keys of its own.
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

/// The identity of a scope with a key, within a model. It conforms to nothing: every program would
/// link the conformance.
final class ScopeKey: Sendable {
  let kind: ScopeKind
  let idleLimit: Int
  let hash: Int
  private let key: any Hashable & Sendable
  /// The scopes around it. Another tenant may have a visitor of the same name.
  private let outers: [Scope]

  private init(_ kind: ScopeKind, _ limit: Int, _ key: any Hashable & Sendable, _ outers: [Scope]) {
    (self.kind, idleLimit, self.key, self.outers) = (kind, limit, key, outers)
    var hasher = Hasher()
    hasher.combine(kind)
    key.hash(into: &hasher)
    for scope in outers { hasher.combine(ObjectIdentifier(scope)) }
    hash = hasher.finalize()
  }

  static func of<Kind: AlchemicKeyedScope>(
    _ kind: Kind.Type, _ key: Kind.Key, within outers: [Scope]
  ) -> ScopeKey {
    ScopeKey(ScopeKind(kind), kind.idleLimit, key, outers)
  }

  func isSame(as other: ScopeKey) -> Bool {
    hash == other.hash && kind == other.kind && AnyHashable(key) == AnyHashable(other.key)
      && outers.elementsEqual(other.outers, by: ===)
  }
}
