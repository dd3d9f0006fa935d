import AlchemicRuntime

/// A kind of scope: how long the objects live that are kept in it.
///
/// ```swift
/// enum RequestScope: AlchemicScope {}
///
/// model.register(AcScope(RequestScope.self)) { Cart() }
/// …
/// try await Alchemic.withScope(RequestScope.self) { try AcGet(Cart.self) }
/// ```
///
/// An open scope has one object of each factory with the option `AcScope`, created when it is first
/// requested, and stopped and released when the scope ends. A scope is open for a task and all that
/// it starts, with `Alchemic.withScope`, or for the whole model, with `Alchemic.open`.
///
/// An object may need objects that live longer than itself. A factory that would keep one beyond
/// the end of its scope is the error `captive-dependency`, before anything runs. The
/// article <doc:Scopes> has a server and a session.
public protocol AlchemicScope: SendableMetatype {
  /// The scope that is open for longer, and whose objects those of this scope may need; nil for
  /// none. An object of a session scope lives for many requests:
  ///
  /// ```swift
  /// enum RequestScope: AlchemicScope {
  ///   static var outer: (any AlchemicScope.Type)? { SessionScope.self }
  /// }
  /// ```
  static var outer: (any AlchemicScope.Type)? { get }
}

extension AlchemicScope {
  /// No scope is open for longer.
  public static var outer: (any AlchemicScope.Type)? { nil }
}

/// The identity of a kind of scope.
public struct ScopeKind: Sendable, Hashable {
  /// The type that is the kind.
  public let type: any AlchemicScope.Type

  package init(_ type: any AlchemicScope.Type) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  public static func == (first: ScopeKind, second: ScopeKind) -> Bool { first.id == second.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  var name: String { typeName(type) }

  /// The scope that is open for longer.
  private var outer: ScopeKind? { type.outer.map { ScopeKind($0) } }

  /// Returns whether a scope of this kind is open at least as long as one of another kind, whose
  /// objects may therefore need its objects.
  func lasts(asLongAs other: ScopeKind) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var next: ScopeKind? = other
    while let kind = next, seen.insert(kind.id).inserted {
      if kind == self { return true }
      next = kind.outer
    }
    return false
  }
}
