// swift-format-ignore-file: AlwaysUseLowerCamelCase

// What a program finds in place of a part that it has left out: the names, with a message that
// tells which trait of the package brings it.

#if !Adding
extension Alchemic {
  /// Unavailable: the part Adding is left out.
  @available(
    *, unavailable,
    message: "the part Adding is left out: add \"Adding\" to the traits of the package Alchemic"
  )
  public static func add(
    _ object: Any?, named name: String? = nil, qualifier: (any AcQualifier.Type)? = nil,
    order: Int? = nil
  ) throws {}
}
#endif

#if !Invoking
/// Unavailable: the part Invoking is left out.
@available(
  *, unavailable,
  message: "the part Invoking is left out: add \"Invoking\" to the traits of the package Alchemic"
)
public func AcInvoke<Value>(
  _ criterion: SearchCriterion, _ arguments: Any?..., as type: Value.Type = Value.self
) throws -> Value { fatalError() }

/// Unavailable: the part Invoking is left out.
@available(
  *, unavailable,
  message: "the part Invoking is left out: add \"Invoking\" to the traits of the package Alchemic"
)
public func AcInvokeAsync<Value>(
  _ criterion: SearchCriterion, _ arguments: Any?..., as type: Value.Type = Value.self
) async throws -> Value { fatalError() }
#endif

#if !Scopes
extension Alchemic {
  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func withScope<Result>(
    _ scope: any AlchemicScope.Type, timeout: Duration = .zero,
    _ configure: (ScopeContents) throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result { try await operation() }

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func open(_ scope: any AlchemicScope.Type) throws {}

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func renew(_ scope: any AlchemicScope.Type, timeout: Duration = .zero) async throws
  {}

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func close(_ scope: any AlchemicScope.Type, timeout: Duration = .zero) async throws
  {}

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func withScope<Scope: AlchemicKeyedScope, Result>(
    _ scope: Scope.Type, for key: Scope.Key, timeout: Duration = .zero,
    _ configure: (ScopeContents) throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result { try await operation() }

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func open<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, for key: Scope.Key, _ configure: (ScopeContents) throws -> Void = { _ in }
  ) async throws -> OpenScope { fatalError() }

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func close<Scope: AlchemicKeyedScope>(
    _ scope: Scope.Type, for key: Scope.Key, timeout: Duration = .zero
  ) async throws {}

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func withScope<Result>(
    _ scope: OpenScope, operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result { try await operation() }

  /// Unavailable: the part Scopes is left out.
  @available(
    *, unavailable,
    message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
  )
  public static func retain(_ scope: any AlchemicScope.Type) throws -> OpenScope { fatalError() }
}

/// Unavailable: the part Scopes is left out.
@available(
  *, unavailable,
  message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
)
public protocol AlchemicKeyedScope<Key>: AlchemicScope {
  /// What identifies a scope of this kind.
  associatedtype Key: Hashable, Sendable
}

/// Unavailable: the part Scopes is left out.
@available(
  *, unavailable,
  message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
)
public final class OpenScope: Sendable {}

/// Unavailable: the part Scopes is left out.
@available(
  *, unavailable,
  message: "the part Scopes is left out: add \"Scopes\" to the traits of the package Alchemic"
)
public struct ScopeContents {
  /// Unavailable: the part Scopes is left out.
  public func set<Value>(_ object: Value, _ criteria: SearchCriterion...) throws {}
}
#endif

#if !Waiting
/// Unavailable: the part Waiting is left out.
@available(
  *, unavailable,
  message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
)
public protocol AlchemicStopping: AnyObject {}

/// Unavailable: the part Waiting is left out.
@available(
  *, unavailable,
  message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
)
public func AcGetAsync<Value>(
  _ type: Value.Type = Value.self, _ criteria: SearchCriterion...
) async throws -> Value { fatalError() }

/// Unavailable: the part Waiting is left out.
@available(
  *, unavailable,
  message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
)
public func AcGetAsync<Value>(
  _ criterion: SearchCriterion, _ more: SearchCriterion...
) async throws -> Value { fatalError() }

extension Alchemic {
  /// Unavailable: the part Waiting is left out.
  @available(
    *, unavailable,
    message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
  )
  public static func startInBackground(
    profiles: Set<AlchemicProfile> = [],
    _ configure: @escaping @Sendable (ModelBuilder) -> Void = { _ in }
  ) throws {}

  /// Unavailable: the part Waiting is left out.
  @available(
    *, unavailable,
    message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
  )
  public static func stop(timeout: Duration = .zero) async throws {}

  /// Unavailable: the part Waiting is left out.
  @available(
    *, unavailable,
    message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
  )
  public static func services<Service>(of type: Service.Type = Service.self) throws -> [Service] {
    []
  }

  /// Unavailable: the part Waiting is left out.
  @available(
    *, unavailable,
    message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
  )
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .zero, _ configure: @escaping @Sendable (ModelBuilder) -> Void,
    operation: @escaping @Sendable () async throws -> Void
  ) async throws {}

  /// Unavailable: the part Waiting is left out.
  @available(
    *, unavailable,
    message: "the part Waiting is left out: add \"Waiting\" to the traits of the package Alchemic"
  )
  public static func run(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    timeout: Duration = .zero, operation: @escaping @Sendable () async throws -> Void
  ) async throws {}
}
#endif
