/// A state of a model: its factories and their index. Immutable, apart from what is computed on
/// first use.
package final class ModelRevision: Sendable {
  package let index: FactoryIndex
  /// The graph; nil until its first use.
  private let knownGraph = LazyReference()
  /// Creates the graph of a child model; returns that of any other model.
  private let makeGraph: @Sendable () -> DependencyGraph
  private let knownNeeds = LazyReference()
  /// The factories of the parent; nil unless this is the revision of a child model.
  let inherited: InheritedFactories?
  /// Whether no factory that a child model declares is part of a circle of needs. The circles are
  /// then those of the parent.
  private let isApart: Bool
  /// Whether objects of this model may need each other in a circle.
  let hasCircles: Bool
  /// The problems of the declarations, in a model that serves only as a parent of children; nil if
  /// it has none.
  let flaws: [Problem]?
  /// Whether scopes keep the objects of any factory.
  let hasScopes: Bool
  /// Whether any factory creates one object for each request.
  let hasPerRequest: Bool
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
  let warnings: ModelWarnings
  /// The types that were discovered or added, which the next discovery skips.
  let known: KnownTypes
  /// The number of factories and aspects of the previous revision.
  let former: (factories: Int, aspects: Int)
  /// The warnings that the previous revision does not have.
  package let addedWarnings: [Problem]
  /// The identity of the previous revision; nil for the first one.
  let previous: ObjectIdentifier?

  init(
    _ index: FactoryIndex, _ graph: DependencyGraph, aspects: [any SendableMetatype.Type],
    warnings: ModelWarnings, known: KnownTypes, after previous: ModelRevision?,
    flaws: [Problem]? = nil, hasScopes: Bool, hasPerRequest: Bool, decorators: [Factory],
    fillers: [Factory], profiles: Set<AlchemicProfile>
  ) {
    self.index = index
    hasLayers = index.hasLayers
    (self.hasScopes, self.hasPerRequest) = (hasScopes, hasPerRequest)
    self.decorators = decorators
    self.fillers = fillers
    self.profiles = profiles
    inherited = nil
    isApart = false
    hasCircles = !graph.components.isEmpty
    self.flaws = flaws
    self.aspects = aspects
    self.warnings = warnings
    self.known = known
    self.previous = previous.map { ObjectIdentifier($0) }
    let old = Set(previous?.warnings.all.map(\.mistake) ?? [])
    addedWarnings =
      previous == nil ? [] : warnings.all.filter { !old.contains($0.mistake) }
    former = (previous?.graph.factories.count ?? 0, previous?.aspects.count ?? 0)
    makeGraph = { graph }
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
    self.decorators = decorators
    self.fillers = fillers
    profiles = inherited.revision.profiles
    aspects = []
    warnings = ModelWarnings(ofDeclarations: [], ofNeeds: [])
    known = KnownTypes()
    (previous, addedWarnings) = (nil, [])
    former = (0, 0)
  }

  /// The needs of the factories, for child models.
  ///
  /// - Complexity: O(*f* + *d*) the first time.
  func needTable(_ injector: (any HostInspector)?) -> NeedTable {
    knownNeeds.object { NeedTable(of: index, injector) }
  }

  /// The dependencies.
  ///
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies the first time in a child
  ///   model; otherwise O(1).
  var graph: DependencyGraph { knownGraph.object(makeGraph) }

  /// The positions of the factories whose objects a start does not create: see
  /// ``DependencyGraph/overridden``.
  package var overridden: Set<Int> { graph.overridden }

  /// The factories that the previous revision does not have, in the order of declaration.
  package var added: [FactoryFacts] { addedFactories.facts }

  @inline(never)
  var addedFactories: [Factory] {
    Array(graph.factories.dropFirst(former.factories))
  }
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
  /// Whether any factory must be awaited.
  var awaitsAnything: Bool {
    guard let inherited else { return graph.awaitsAnything }
    return inherited.revision.awaitsAnything
      || inherited.own.contains { $0.facts.making == .awaited }
  }

  /// Whether any product is created on the main actor.
  private var usesMainActor: Bool {
    guard let inherited else { return !graph.ofMainActor.isEmpty }
    return inherited.revision.usesMainActor
      || inherited.own.contains { $0.facts.making == .onMainActor }
  }

  /// Returns whether a factory's product must be created or injected on the main actor.
  func needsMainActor(_ factory: Factory) -> Bool {
    usesMainActor && graph.needsMainActor(factory)
  }

  /// Returns the shared objects that have to be awaited before a factory's product can be created:
  /// see ``DependencyGraph/awaitedNeeds(of:)``.
  func awaitedNeeds(of factory: Factory) -> [Factory] {
    awaitsAnything ? graph.awaitedNeeds(of: factory) : []
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
    guard let inherited, isApart else { return graph.component(of: position) }
    return position < inherited.count ? inherited.revision.componentPositions(of: position) : []
  }
}
