import AlchemicRuntime

/// A kind of scope: it determines how long a group of objects lives.
///
/// ```swift
/// enum RequestScope: AlchemicScope {}
///
/// model.register(AcScope(RequestScope.self)) { Cart() }
/// …
/// try await Alchemic.withScope(RequestScope.self) { try AcGet(Cart.self) }
/// ```
///
/// An open scope has one object of each factory with the option `AcScope`. The first request in the
/// scope creates the object. The end of the scope stops and releases it. `Alchemic.withScope` opens
/// a scope for a task and the tasks that it starts. `Alchemic.open` opens one for the whole model.
///
/// An object may need objects that live longer than itself. If a factory would keep an object
/// beyond the end of that object's scope, validation reports `captive-dependency`. The article
/// <doc:Scopes> shows a server and a session.
public protocol AlchemicScope: SendableMetatype {
  /// The kind of the scope that is open for longer; inferred from ``outer``.
  associatedtype Outer: AlchemicScope = NoScope

  /// The scope that is open for longer, and whose objects the objects of this scope may need. The
  /// default is none. For example, an object of a session scope lives for many requests:
  ///
  /// ```swift
  /// enum RequestScope: AlchemicScope {
  ///   static let outer = SessionScope.self
  /// }
  /// ```
  ///
  /// If kinds of scopes are each other's outer scopes, none of them counts.
  static var outer: Outer.Type { get }
}

extension AlchemicScope where Outer == NoScope {
  /// No scope is open for longer.
  public static var outer: NoScope.Type { NoScope.self }
}

/// The outer scope of a scope that has none: see ``AlchemicScope/outer``.
public enum NoScope: AlchemicScope {
  /// Itself: no scope is open for longer.
  public typealias Outer = NoScope
}

/// The identity of a kind of scope, for use as a key.
public struct ScopeKind: Sendable, Hashable {
  /// The type that serves as the kind.
  public let type: any AlchemicScope.Type

  package init(_ type: any AlchemicScope.Type) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  public static func == (first: ScopeKind, second: ScopeKind) -> Bool { first.id == second.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var name: String { typeName(type) }

  /// The scope that is open for longer.
  private var outer: ScopeKind? {
    let outer: any AlchemicScope.Type = type.outer
    return outer == NoScope.self ? nil : ScopeKind(outer)
  }

  /// Returns whether a scope of this kind is open at least as long as a scope of another kind. The
  /// objects of the other scope may then need the objects of this one.
  package func lasts(asLongAs other: ScopeKind) -> Bool {
    if self == other { return true }
    var seen: Set<ObjectIdentifier> = [other.id]
    var isFound = false
    var next = other.outer
    while let kind = next {
      if kind == self { isFound = true }
      // In a circle, no kind is open for longer than another.
      if !seen.insert(kind.id).inserted { return false }
      next = kind.outer
    }
    return isFound
  }
}
