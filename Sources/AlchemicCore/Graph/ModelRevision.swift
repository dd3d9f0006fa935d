/// A state of a model: its factories and their index. Immutable, apart from caches.
package final class ModelRevision: Sendable {
  package let index: FactoryIndex
  let graph: DependencyGraph
  let aspects: [any SendableMetatype.Type]
  let warnings: ModelWarnings
  /// The types that were discovered or added, which the next discovery skips.
  let known: KnownTypes
  /// The number of factories and aspects of the previous revision.
  let inherited: (factories: Int, aspects: Int)
  /// The previous revision. It is retained, since a thread may still read it; there are few.
  let previous: ModelRevision?
  private let checkedHosts = PointerTable<CheckMark>()
  /// By the type of a stored object: the factory that `AcSet` chooses in the absence of criteria.
  let settable = PointerTable<Factory>()

  init(
    _ index: FactoryIndex, _ graph: DependencyGraph, aspects: [any SendableMetatype.Type],
    warnings: ModelWarnings, known: KnownTypes, after previous: ModelRevision?
  ) {
    self.index = index
    self.graph = graph
    self.aspects = aspects
    self.warnings = warnings
    self.known = known
    self.previous = previous
    inherited = (previous?.graph.factories.count ?? 0, previous?.aspects.count ?? 0)
  }

  /// The factories that the previous revision does not have, in the order of declaration.
  package var added: [FactoryFacts] { addedFactories.facts }

  var addedFactories: [Factory] {
    Array(graph.factories.dropFirst(inherited.factories))
  }

  /// The warnings that the previous revision does not have.
  package var addedWarnings: [Problem] {
    let old = Set(previous?.warnings.all.map(\.mistake) ?? [])
    return warnings.all.filter { !old.contains($0.mistake) }
  }
}

/// What is valid in a revision, but probably unintended.
struct ModelWarnings: Sendable {
  /// Those of declarations, which no later revision changes.
  let ofDeclarations: [Problem]
  /// Those of what factories need, which a later revision may have.
  let ofNeeds: [Problem]

  var all: [Problem] { ofDeclarations + ofNeeds }
}

// MARK: Hosts

extension ModelRevision {
  private final class CheckMark: Sendable {
    static let passed = CheckMark()
  }

  /// Returns whether an object of a host class has passed a check.
  func isChecked(_ type: Any.Type) -> Bool { checkedHosts[ObjectIdentifier(type)] != nil }

  /// Runs `check` for each object of a host class, until it succeeds once.
  func checkOnce(_ type: Any.Type, _ check: () throws -> Void) rethrows {
    if checkedHosts[ObjectIdentifier(type)] != nil { return }
    try check()
    _ = checkedHosts.insert(.passed, for: ObjectIdentifier(type))
  }
}

/// A candidate for the next revision of a model.
package struct ModelExtension {
  package let revision: ModelRevision
  /// The problems of the declarations and the dependencies. Whether earlier requests can still be
  /// answered is checked when the extension is published.
  let problems: [Problem]
}
