import AlchemicCore
import AlchemicRuntime
import AlchemicWaiting

/// The objects that a scope has created. Finds those that are still alive after its end.
final class ScopeSurvivors {
  private final class Created {
    weak let object: AnyObject?
    let factory: Factory

    init(_ object: AnyObject, of factory: Factory) {
      (self.object, self.factory) = (object, factory)
    }
  }

  private let kind: ScopeKind
  private let created: [Created]

  /// - Returns: Nil if nothing observes events. A scope then has no cost for this.
  @inline(never)
  init?(of scope: Scope, in model: Model) {
    if model.listener == nil { return nil }
    kind = scope.kind
    created = scope.slots(in: model).compactMap { slot in
      let factory = slot.factory
      let object = slot.createdObject.flatMap { factory.product.object(of: $0) }
      return object.map { Created($0, of: factory) }
    }
  }

  /// Warns of each object that is still alive. Names the living objects of the scope that need it,
  /// as far as the graph contains that. The scope has released its objects.
  @inline(never)
  func report(in model: Model) {
    let living = created.filter { $0.object != nil }.map(\.factory)
    guard let listener = model.listener, !living.isEmpty else { return }
    let positions = Set(living.map(\.position))
    let needs = Needs(of: living.map(\.position), in: model.index, model.injector)
    for (number, factory) in living.enumerated() {
      let holders = needs.dependents(of: number).map { needs.factories[$0] }
        .filter { positions.contains($0.position) }
      listener.didWarn(
        Problem(
          .outlivesScope(kind.name, isHeld: !holders.isEmpty), factory.facts.name,
          candidates: [factory.facts.candidate] + holders.candidates))
    }
  }
}
