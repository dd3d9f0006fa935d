import AlchemicRuntime

// Asynchronous functions with another innermost scope.
extension CurrentScope {
  /// Runs an asynchronous `body` with another scope as the innermost one, on the caller's actor.
  ///
  /// - Parameter begin: Called before `body`.
  @inline(never)
  package nonisolated(nonsending) static func run(
    in scope: Scope?, after begin: () throws -> Void,
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    prepare(for: scope)
    let key = HotWord.openScopeKey.load()
    guard key > TaskLocalKey.unknown else {
      return try await $scope.withValue(scope) {
        try begin()
        try await body()
      }
    }
    TaskLocalKey.push(scope.map { Borrowed($0) }, as: Scope?.self, for: key)
    defer { TaskLocalKey.pop() }
    try begin()
    try await body()
  }

  /// Creates an object that a scope keeps, by an asynchronous function; nil for an object of a
  /// model.
  static func creating<Result: Sendable>(
    in keeper: Scope?, _ create: () async throws -> Result
  ) async rethrows -> Result {
    if innermost?.object === keeper { return try await create() }
    prepare(for: keeper)
    return try await $scope.withValue(keeper, operation: create)
  }
}
