import AlchemicCore
import AlchemicRuntime
import Synchronization

// How a task enters a scope that another one has opened.
extension Scope {
  /// What keeps the scope open beyond its operation; nil if nothing does.
  var held: Borrowed<HeldScope>? { holding.reference?.assumed() }

  /// Returns the open scopes of the same model around this one, and this one, from the innermost.
  private var livingContents: [Scope] { livingContents(of: home) }

  /// Returns this scope and those around it that are open in a model, from the innermost.
  func livingContents(of home: ModelHome) -> [Scope] {
    var found: [Scope] = []
    var next: Scope? = self
    while let place = next {
      let scope = place.content
      if scope.isOf(home), !scope.isEnded, !found.contains(where: { $0 === scope }) {
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
  func place(in model: Model, for call: @autoclosure () -> Problem.Step) throws -> Scope {
    var innermost = CurrentScope.captured?.livingOrOuter
    if let innermost, innermost.places(self) { return innermost }
    // The usual case: no other scope is open in the task.
    let isAlone = innermost == nil || innermost === outer
    for scope in livingContents.reversed() where !(innermost?.places(scope) ?? false) {
      try model.requireNone(of: scope.kind, in: innermost, call())
      innermost = isAlone && scope === self ? self : .entering(scope, within: innermost)
    }
    return innermost ?? self
  }

  /// Keeps the scope open, and those around it.
  ///
  /// - Returns: Nil if the scope has ended.
  func hold(as use: HeldScope.Use) -> HeldScope? {
    if let held { return held.with { $0.admit(use, isInside: true) == .admitted ? $0 : nil } }
    let outers = outer.map { Self.holdAll($0.livingContents) } ?? []
    let new = HeldScope(ofOperation: self, within: outers)
    let held = holding.object { new }
    if held !== new { new.takeOuters().forEach { $0.endInBackground(.operation) } }
    guard held.admit(use, isInside: true) == .admitted else { return nil }
    // Either the operation that ends the scope sees that it is held, or this sees that it has ended.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if !isEnded { return held }
    held.leave(use)
    held.endWithOperation().forEach { $0.endInBackground(.operation) }
    return nil
  }

  static func holdAll(_ scopes: [Scope]) -> [HeldScope] {
    scopes.compactMap { $0.hold(as: .operation) }
  }
}
