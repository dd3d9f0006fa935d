import AlchemicCore
import AlchemicRuntime
import Synchronization

// How a task enters a scope that another one has opened.
extension Scope {
  /// What keeps the scope open beyond its operation; nil if nothing does.
  var held: Borrowed<HeldScope>? { holding.reference?.assumed() }

  /// Whether the scope has a key.
  private var isKeyed: Bool { held?.with { $0.key != nil } ?? false }

  /// Returns the open scopes of the same model around this one, and this one, from the innermost.
  private var livingContents: [Scope] { livingContents(of: home) }

  /// Returns this scope and those around it that are open in a model, from the innermost.
  func livingContents(of home: ModelHome) -> [Scope] {
    var found: [Scope] = []
    var next: Scope? = self
    while let place = next {
      let scope = place.content
      if scope.isOf(home), scope.isOfTask, !scope.isEnded, !found.contains(where: { $0 === scope })
      {
        found.append(scope)
      }
      next = place.outer
    }
    return found
  }

  /// Whether the calling task runs in the scope.
  var isEnteredHere: Bool { CurrentScope.captured?.places(self) ?? false }

  /// Whether a scope is this one, or around it.
  private func places(_ scope: Scope) -> Bool {
    var next: Scope? = self
    while let place = next, place.content !== scope { next = place.outer }
    return next != nil
  }

  /// Returns the innermost scope of an operation that enters this one.
  ///
  /// - Throws: `scope-open` if the task has a scope open that excludes this one, or one around it.
  func place(in model: Model, for call: () -> Problem.Step) throws -> Scope {
    var innermost = CurrentScope.captured?.livingOrOuter
    if let innermost, innermost.places(self) { return innermost }
    // The usual case: no other scope is open in the task.
    let isAlone = innermost == nil || innermost === outer
    for scope in livingContents.reversed() where !(innermost?.places(scope) ?? false) {
      try model.requireNone(of: scope.kind, isKeyed: scope.isKeyed, in: innermost, call())
      innermost = isAlone && scope === self ? self : .entering(scope, within: innermost)
    }
    return innermost ?? self
  }

  /// Keeps the scope open, and those around it.
  ///
  /// - Returns: Nil if the scope has ended, or is ending; or if it is open for the whole model.
  func hold(as use: UInt8) -> HeldScope? {
    guard let model = model?.object else { return nil }
    let held = held?.object ?? newHeld(in: model)
    // Either the operation of the scope sees that it is held, or this sees that it has ended.
    if !beHeld() {
      for outer in held.finish() { outer.endInBackground(HeldScope.Use.operation) }
      return nil
    }
    return held.admit(use, isInside: true) == true ? held : nil
  }

  /// Records that something holds the scope.
  ///
  /// - Returns: False if its operation has ended before.
  func beHeld() -> Bool {
    use.compareExchange(
      expected: ScopeUse.operation, desired: ScopeUse.held, ordering: .sequentiallyConsistent
    ).original != ScopeUse.ended
  }

  private func newHeld(in model: Model) -> HeldScope {
    let outers = outer.map { Self.holdAll($0.livingContents(of: home)) } ?? []
    let new = HeldScope.ofOperation(self, within: outers)
    let held = holding.object { new }
    if held === new {
      _ = KeyedScopes.of(model).add(held)
    } else {
      for outer in new.takeContents().outers { outer.endInBackground(HeldScope.Use.operation) }
    }
    return held
  }

  static func holdAll(_ scopes: [Scope]) -> [HeldScope] {
    scopes.compactMap { $0.hold(as: HeldScope.Use.operation) }
  }

  /// Records that the operation for which the scope was opened has ended.
  ///
  /// - Returns: Whether the caller must end the scope: nothing holds it.
  func endOperation() -> Bool {
    use.compareExchange(
      expected: ScopeUse.operation, desired: ScopeUse.ended, ordering: .sequentiallyConsistent
    ).exchanged
  }
}

/// What keeps a scope open that a task carries.
private enum ScopeUse {
  /// Its operation.
  static let operation: UInt8 = 0
  /// What its ``HeldScope`` counts.
  static let held: UInt8 = 1
  /// Nothing: its operation has ended.
  static let ended: UInt8 = 2
}
