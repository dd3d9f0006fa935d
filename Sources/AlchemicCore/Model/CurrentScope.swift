package import AlchemicRuntime

/// The innermost scope that the calling task has opened, or that a task that started it has opened.
package enum CurrentScope {
  @TaskLocal static var scope: Scope?

  /// The scope; nil for none. The task retains it.
  ///
  /// - Complexity: One load if no task has ever opened a scope; otherwise about 4 ns.
  @inline(__always)
  static var innermost: Borrowed<Scope>? {
    let key = HotWord.openScopeKey.load()
    if key == 0 { return nil }
    if key == TaskLocalKey.unknown { return scope.map { Borrowed($0) } }
    return Borrowed(at: TaskLocalKey.address(for: key))
  }

  /// Returns whether a scope is the innermost one.
  package static func isInnermost(_ scope: Scope) -> Bool { innermost == Borrowed(scope) }

  /// The scope, for code that runs elsewhere.
  package static var captured: Scope? { innermost?.object }

  /// Returns the open scope of a kind in a model.
  ///
  /// - Parameter hasEnded: Whether to search for a scope that has ended. A task that outlives the
  ///   scope still carries it.
  /// - Returns: The scope, which the task retains.
  package static func find(
    _ kind: ScopeKind, in home: ModelHome, hasEnded: Bool = false
  ) -> Borrowed<Scope>? {
    var next = innermost
    while let place = next {
      let scope = place.with(\.enteredReference) ?? place
      let isFound = scope.with {
        $0.kind.id == kind.id && $0.isOf(home) && $0.isEnded == hasEnded
      }
      if isFound { return scope }
      next = place.with(\.outerReference)
    }
    return nil
  }

  /// Returns the innermost scope that the task has opened in a model.
  package static func innermost(in model: Model) -> Scope? {
    var next = innermost?.object
    while let scope = next, !scope.isOf(model.home) { next = scope.outer }
    return next
  }

  /// Runs `body` with another scope as the innermost one; nil for none.
  package static func run<Result>(
    in scope: Scope?, _ body: () throws -> Result
  ) rethrows -> Result {
    prepare(for: scope)
    return try $scope.withValue(scope, operation: body)
  }

  /// Creates an object that a scope keeps; nil for an object of a model. The code that creates it
  /// finds no scope that ends before the object does, and the properties of the object are bound to
  /// its scope.
  ///
  /// - Parameters:
  ///   - keeper: The scope, if tasks carry it.
  ///   - other: The scope, if it is open for the whole model.
  @inline(__always)
  static func creating<Result>(
    in keeper: Borrowed<Scope>?, or other: @autoclosure () -> Scope?, _ create: () throws -> Result
  ) rethrows -> Result {
    if let keeper {
      return innermost == keeper ? try create() : try run(in: keeper.object, create)
    }
    guard let scope = other() else {
      let hasNone = HotWord.openScopeKey.load() == 0 || innermost == nil
      return hasNone ? try create() : try run(in: nil, create)
    }
    return try run(in: scope, create)
  }

  static func prepare(for scope: Scope?) {
    guard let scope, HotWord.openScopeKey.load() == 0 else { return }
    // Other threads store the same.
    HotWord.openScopeKey.store(TaskLocalKey.find(for: $scope, probing: scope))
  }
}
