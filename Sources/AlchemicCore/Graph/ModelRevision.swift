/// A state of a model: its factories and their index. Immutable, apart from what is computed on
/// first use.
package final class ModelRevision: Sendable {
  package let index: FactoryIndex
  /// The graph that a validation has created; nil in a child model. If this revision is apart, it
  /// is a graph of the added factories alone.
  private let checkedGraph: DependencyGraph?
  /// The graph of all factories, if no validation has created it; nil until its first use.
  private let knownGraph = LazyReference()
  private let makeGraph: @Sendable () -> DependencyGraph
  private let injector: (any HostInspector)?
  private let knownNeeds = LazyReference()
  /// The needs of the last revision that was not apart; nil in that revision.
  private let formerNeeds: NeedTable?
  /// The factories of the parent; nil unless this is the revision of a child model.
  let inherited: InheritedFactories?
  /// Whether no added factory, or no factory that a child model declares, is part of a circle of
  /// needs. The circles are then those of the previous revision, or of the parent.
  let isApart: Bool
  /// The problems of the declarations, in a model that serves only as a parent of children; nil if
  /// it has none.
  let flaws: [Problem]?
  let traits: RevisionTraits
  /// Whether there are decorators.
  let hasLayers: Bool
  /// The declarations of decorators, in the order in which they apply, for factories that are added
  /// later.
  let decorators: [Factory]
  /// The functions that fill objects, for factories that are added later.
  let fillers: [Factory]
  /// The active profiles.
  let profiles: [AlchemicProfile]
  let aspects: [any SendableMetatype.Type]
  /// The names of types that several types have.
  let sharedNames: Set<String>
  let warnings: ModelWarnings
  /// The types that were discovered or added, which the next discovery skips.
  let known: KnownTypes
  /// The factories that the previous revision does not have, in the order of declaration.
  let addedFactories: [Factory]
  /// The number of aspects of the previous revision.
  let formerAspects: Int
  /// The warnings that the previous revision does not have.
  package let addedWarnings: [Problem]
  /// The identity of the previous revision; nil for the first one.
  let previous: ObjectIdentifier?

  /// - Parameters:
  ///   - added: The factories that the previous revision does not have, or that a child declares.
  ///   - previous: The previous revision of the same model.
  ///   - isApart: Whether no added factory is part of a circle of needs; in a model that is no
  ///     child, whether the added ones are apart from the others: see ``AdditionCheck``.
  ///   - graph: The graph of a validation; nil for a child model.
  ///   - formerNeeds: The needs of the last revision that was not apart; nil in that revision.
  ///   - flaws: The problems of the declarations, if the program uses only children of the model.
  ///   - makeGraph: Creates the graph of all factories, if that of a validation is not theirs.
  init(
    _ index: FactoryIndex, adding added: [Factory], after previous: ModelRevision? = nil,
    isApart: Bool, graph: DependencyGraph? = nil, needs formerNeeds: NeedTable? = nil,
    _ injector: (any HostInspector)?,
    flaws: [Problem]?, decorators: [Factory], fillers: [Factory], profiles: [AlchemicProfile],
    sharedNames: Set<String> = [], aspects: [any SendableMetatype.Type] = [],
    warnings: ModelWarnings = ([], []), known: KnownTypes = KnownTypes(),
    makeGraph: @escaping @Sendable () -> DependencyGraph
  ) {
    self.index = index
    addedFactories = added
    self.isApart = isApart
    (checkedGraph, self.makeGraph) = (graph, makeGraph)
    self.injector = injector
    self.formerNeeds = formerNeeds
    inherited = index.inherited
    hasLayers = index.hasLayers
    var traits = index.inherited?.inheritance.traits ?? previous?.traits ?? RevisionTraits()
    for factory in added where !factory.facts.isPlain { traits.add(factory.facts) }
    if !isApart { traits.hasCircles = graph?.components.isEmpty != true }
    self.traits = traits
    self.flaws = flaws
    self.decorators = decorators
    self.fillers = fillers
    self.profiles = profiles
    self.sharedNames = sharedNames
    self.aspects = aspects
    self.warnings = warnings
    self.known = known
    self.previous = previous.map { ObjectIdentifier($0) }
    let old = Set((previous?.allWarnings ?? []).map(\.mistake))
    let all = previous == nil ? [] : warnings.ofDeclarations + warnings.ofNeeds
    addedWarnings = all.filter { !old.contains($0.mistake) }
    formerAspects = previous?.aspects.count ?? 0
  }

  /// The needs of the factories, for child models.
  ///
  /// - Complexity: O(*f* + *d*) the first time.
  var needTable: NeedTable { knownNeeds.object { NeedTable(of: index, injector) } }

  /// The needs of the factories, for later factories. The table does not have, as candidates, the
  /// factories of the latest revisions that are apart.
  ///
  /// - Complexity: O(*f* + *d*) the first time after a revision that is not apart; otherwise O(1).
  var neededBefore: NeedTable { formerNeeds ?? needTable }

  /// The dependencies.
  ///
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies the first time in a child
  ///   model and in a revision that is apart; otherwise O(1).
  var graph: DependencyGraph {
    if let checkedGraph, !isApart { return checkedGraph }
    return knownGraph.object(makeGraph)
  }

  /// A graph that shows the needs of the added factories.
  var graphOfAdded: DependencyGraph { checkedGraph ?? graph }

  /// The positions of the factories whose objects a start does not create: see
  /// ``DependencyGraph/overridden``.
  package var overridden: Set<Int> { graph.overridden }

  var allWarnings: [Problem] { warnings.ofDeclarations + warnings.ofNeeds }

  /// The factories that the previous revision does not have, in the order of declaration.
  package var added: [FactoryFacts] { addedFactories.facts }
}

/// The declarations of a revision that are valid but probably unintended. No later revision changes
/// the warnings about declarations, but one may resolve those about needs.
typealias ModelWarnings = (ofDeclarations: [Problem], ofNeeds: [Problem])

/// A candidate for the next revision of a model, with the problems of the declarations and the
/// dependencies. The publication of the extension checks whether earlier requests still have an
/// answer.
package typealias ModelExtension = (revision: ModelRevision, problems: [Problem])

// MARK: What a child model learns from its parent

extension ModelRevision {
  /// Returns whether a factory's product must be created or injected on the main actor.
  func needsMainActor(_ factory: Factory) -> Bool {
    factory.needsNothing
      ? factory.facts.making == .onMainActor : traits.usesMainActor && graph.needsMainActor(factory)
  }

  /// Returns the shared objects that have to be awaited before a factory's product can be created:
  /// see ``DependencyGraph/awaitedNeeds(of:)``.
  func awaitedNeeds(of factory: Factory) -> [Factory] {
    traits.awaitsAnything && !factory.needsNothing ? graph.awaitedNeeds(of: factory) : []
  }

  /// Returns a number that is higher than those of the factories whose objects the initializer of a
  /// factory's object received.
  package func releaseRank(of factory: Factory) -> Int {
    guard let inherited else { return graph.creationRanks[factory.position] }
    if factory.position < inherited.count {
      return inherited.revision.releaseRank(of: inherited.index.factory(at: factory.position))
    }
    // Its objects receive inherited objects, or inherited objects receive them.
    return factory.arguments.isEmpty && factory.owner == nil ? -1 : .max
  }

  /// Returns the factories whose objects may need each other in a circle with the objects of a
  /// factory; empty if there is no such circle.
  func component(of factory: Factory) -> [Factory] {
    componentPositions(of: factory.position).map(index.factory)
  }

  private func componentPositions(of position: Int) -> [Int] {
    guard traits.hasCircles else { return [] }
    guard let inherited, isApart else { return graph.component(of: position) }
    return position < inherited.count ? inherited.revision.componentPositions(of: position) : []
  }
}
