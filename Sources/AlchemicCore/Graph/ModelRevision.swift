/// A state of a model: its factories and their index. Immutable, apart from what is computed on
/// first use.
package final class ModelRevision: Sendable {
  package let index: FactoryIndex
  /// The graph; nil until its first use.
  private let knownGraph = LazyReference()
  /// Creates the graph, unless a validation has created it.
  private let makeGraph: @Sendable () -> DependencyGraph
  /// The graph of the added factories alone, if they need nothing; otherwise nil.
  private let addedGraph: DependencyGraph?
  private let knownNeeds = LazyReference()
  /// The needs of the last revision with needs that the one before it does not have; nil if this is
  /// that revision.
  private let formerNeeds: NeedTable?
  /// The factories of the parent; nil unless this is the revision of a child model.
  let inherited: InheritedFactories?
  /// Whether no added factory, or no factory that a child model declares, is part of a circle of
  /// needs. The circles are then those of the previous revision, or of the parent.
  let isApart: Bool
  /// Whether objects of this model may need each other in a circle.
  let hasCircles: Bool
  /// The problems of the declarations, in a model that serves only as a parent of children; nil if
  /// it has none.
  let flaws: [Problem]?
  /// Whether scopes keep the objects of any factory.
  let hasScopes: Bool
  /// Whether any factory creates one object for each request.
  let hasPerRequest: Bool
  /// Whether any factory must be awaited.
  let awaitsAnything: Bool
  /// Whether any product is created on the main actor.
  private let usesMainActor: Bool
  /// Whether there are decorators.
  let hasLayers: Bool
  /// The declarations of decorators, in the order in which they apply, for factories that are added
  /// later.
  let decorators: [Factory]
  /// The functions that fill objects, for factories that are added later.
  let fillers: [Factory]
  /// The active profiles.
  let profiles: Set<AlchemicProfile>
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
  ///   - added: The factories that the previous revision does not have.
  ///   - graph: The graph of all factories; nil if the added ones are apart from the others: see
  ///     ``AdditionCheck``.
  init(
    _ index: FactoryIndex, adding added: [Factory], _ graph: DependencyGraph?,
    aspects: [any SendableMetatype.Type], warnings: ModelWarnings, known: KnownTypes,
    after previous: ModelRevision?, flaws: [Problem]?, hasScopes: Bool, sharedNames: Set<String>,
    decorators: [Factory], fillers: [Factory], profiles: Set<AlchemicProfile>,
    _ injector: (any HostInspector)?
  ) {
    self.index = index
    hasLayers = index.hasLayers
    self.hasScopes = hasScopes
    hasPerRequest = previous?.hasPerRequest == true || added.contains { $0.facts.isPerRequest }
    addedFactories = added
    isApart = graph == nil
    let ofAdded = graph ?? DependencyGraph(added, needs: added.map { _ in [] })
    addedGraph = isApart ? ofAdded : nil
    formerNeeds = isApart ? previous?.neededBefore(injector) : nil
    awaitsAnything = ofAdded.awaitsAnything || previous?.awaitsAnything == true
    usesMainActor = !ofAdded.ofMainActor.isEmpty || previous?.usesMainActor == true
    self.sharedNames = sharedNames
    self.decorators = decorators
    self.fillers = fillers
    self.profiles = profiles
    inherited = nil
    hasCircles = graph.map { !$0.components.isEmpty } ?? (previous?.hasCircles == true)
    self.flaws = flaws
    self.aspects = aspects
    self.warnings = warnings
    self.known = known
    self.previous = previous.map { ObjectIdentifier($0) }
    addedWarnings = previous.map { warnings.added(to: $0.warnings) } ?? []
    formerAspects = previous?.aspects.count ?? 0
    makeGraph = { graph ?? DependencyGraph(of: index, injector) }
  }

  /// Creates the only revision of a child model.
  ///
  /// - Parameters:
  ///   - isApart: Whether no factory that the child declares is part of a circle of needs.
  ///   - flaws: The problems of the declarations, if the program uses only children of the model.
  ///   - makeGraph: Called once, for the first use of the graph.
  init(
    _ index: FactoryIndex, inheriting inherited: InheritedFactories, isApart: Bool,
    flaws: [Problem]?, decorators: [Factory], fillers: [Factory],
    graph makeGraph: @escaping @Sendable () -> DependencyGraph
  ) {
    self.index = index
    self.makeGraph = makeGraph
    hasLayers = index.hasLayers
    self.inherited = inherited
    self.isApart = isApart
    hasCircles = !isApart || inherited.revision.hasCircles
    self.flaws = flaws
    hasScopes = inherited.revision.hasScopes || inherited.own.contains { $0.facts.scope != nil }
    hasPerRequest =
      inherited.revision.hasPerRequest || inherited.own.contains { $0.facts.isPerRequest }
    awaitsAnything =
      inherited.revision.awaitsAnything || inherited.own.contains { $0.facts.making == .awaited }
    usesMainActor =
      inherited.revision.usesMainActor || inherited.own.contains { $0.facts.making == .onMainActor }
    (addedGraph, formerNeeds, addedFactories, sharedNames) = (nil, nil, [], [])
    self.decorators = decorators
    self.fillers = fillers
    profiles = inherited.revision.profiles
    aspects = []
    warnings = ModelWarnings(ofDeclarations: [], ofNeeds: [])
    known = KnownTypes()
    (previous, addedWarnings) = (nil, [])
    formerAspects = 0
  }

  /// The needs of the factories, for child models.
  ///
  /// - Complexity: O(*f* + *d*) the first time.
  func needTable(_ injector: (any HostInspector)?) -> NeedTable {
    knownNeeds.object { NeedTable(of: index, injector) }
  }

  /// The needs of the factories, for later ones. Factories that need nothing may have come since
  /// the table was created, so it does not have them as candidates.
  ///
  /// - Complexity: O(*f* + *d*) the first time after a revision with other needs; otherwise O(1).
  func neededBefore(_ injector: (any HostInspector)?) -> NeedTable {
    formerNeeds ?? needTable(injector)
  }

  /// The dependencies.
  ///
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies the first time in a child
  ///   model, and after factories were added that need nothing; otherwise O(1).
  var graph: DependencyGraph { knownGraph.object(makeGraph) }

  /// A graph that shows the needs of the added factories.
  var graphOfAdded: DependencyGraph { addedGraph ?? graph }

  /// The positions of the factories whose objects a start does not create: see
  /// ``DependencyGraph/overridden``.
  package var overridden: Set<Int> { graph.overridden }

  /// The factories that the previous revision does not have, in the order of declaration.
  package var added: [FactoryFacts] { addedFactories.facts }
}

/// The declarations of a revision that are valid but probably unintended.
final class ModelWarnings: Sendable {
  /// The warnings about declarations, which no later revision changes.
  let ofDeclarations: [Problem]
  /// The warnings about needs, which a later revision may resolve.
  let ofNeeds: [Problem]

  init(ofDeclarations: [Problem], ofNeeds: [Problem]) {
    (self.ofDeclarations, self.ofNeeds) = (ofDeclarations, ofNeeds)
  }

  var all: [Problem] { ofDeclarations + ofNeeds }

  /// Returns those that earlier warnings do not have.
  func added(to former: ModelWarnings) -> [Problem] {
    if ofDeclarations.isEmpty, ofNeeds.isEmpty { return [] }
    let old = Set(former.all.map(\.mistake))
    return all.filter { !old.contains($0.mistake) }
  }
}

/// A candidate for the next revision of a model.
package final class ModelExtension: Sendable {
  package let revision: ModelRevision
  /// The problems of the declarations and the dependencies. The publication of the extension checks
  /// whether earlier requests still have an answer.
  let problems: [Problem]

  init(revision: ModelRevision, problems: [Problem]) {
    (self.revision, self.problems) = (revision, problems)
  }
}

// MARK: What a child model learns from its parent

extension ModelRevision {
  /// Returns whether a factory's product must be created or injected on the main actor.
  func needsMainActor(_ factory: Factory) -> Bool {
    factory.needsNothing
      ? factory.facts.making == .onMainActor : usesMainActor && graph.needsMainActor(factory)
  }

  /// Returns the shared objects that have to be awaited before a factory's product can be created:
  /// see ``DependencyGraph/awaitedNeeds(of:)``.
  func awaitedNeeds(of factory: Factory) -> [Factory] {
    awaitsAnything && !factory.needsNothing ? graph.awaitedNeeds(of: factory) : []
  }

  /// Returns a number that is higher than those of the factories whose objects the initializer of a
  /// factory's object received.
  func releaseRank(of factory: Factory) -> Int {
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
    guard hasCircles else { return [] }
    guard let inherited, isApart else { return graph.component(of: position) }
    return position < inherited.count ? inherited.revision.componentPositions(of: position) : []
  }
}
