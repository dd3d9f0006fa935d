/// What a model consists of from one moment on: its factories, and how they are searched. It never
/// changes.
///
/// A model has its first one when it is built, and another one each time that something is added to
/// it. All of them share the factories, and with these every object: nothing that exists is made
/// again.
package final class ModelRevision: Sendable {
  package let index: FactoryIndex
  let graph: DependencyGraph
  let aspects: [any SendableMetatype.Type]
  let warnings: [ModelWarning]
  /// What was found or added by its type so far: what the next discovery need not look at.
  let known: KnownTypes
  /// How many factories, aspects and warnings the one before has.
  let inherited: (factories: Int, aspects: Int, warnings: Int)
  /// The one before. It is kept, since a thread may just be reading it; there are few.
  let previous: ModelRevision?
  private let checkedHosts = PointerTable<CheckMark>()
  /// By the type under which an object was stored: the factory that is meant where nothing else was
  /// said.
  let settable = PointerTable<Factory>()

  init(
    _ index: FactoryIndex, _ graph: DependencyGraph, aspects: [any SendableMetatype.Type],
    warnings: [ModelWarning], known: KnownTypes, after previous: ModelRevision?
  ) {
    self.index = index
    self.graph = graph
    self.aspects = aspects
    self.warnings = warnings
    self.known = known
    self.previous = previous
    inherited = (
      previous?.graph.factories.count ?? 0, previous?.aspects.count ?? 0,
      previous?.warnings.count ?? 0
    )
  }

  /// What the one before does not have, in the order of declaration.
  package var added: [FactoryFacts] { addedFactories.facts }

  var addedFactories: [Factory] {
    Array(graph.factories.dropFirst(inherited.factories))
  }

  /// What works but is hardly meant, of what is new.
  package var addedWarnings: [ModelWarning] { Array(warnings.dropFirst(inherited.warnings)) }
}

// MARK: Hosts

extension ModelRevision {
  private final class CheckMark: Sendable {
    static let passed = CheckMark()
  }

  /// Runs `check` for the first object of a host class, until it has passed once.
  func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    if checkedHosts[ObjectIdentifier(type)] != nil { return }
    try check()
    _ = checkedHosts.insert(.passed, for: ObjectIdentifier(type))
  }
}

/// What a model would be with what was added to it.
package struct ModelExtension {
  package let revision: ModelRevision
  /// Those of the declarations and the dependencies; whether what was requested is still answered
  /// is checked when it is published.
  let problems: [Problem]
}
