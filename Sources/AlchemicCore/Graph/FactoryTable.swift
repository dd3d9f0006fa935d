import AlchemicRuntime

/// Factories by name, by qualifier and by type.
struct FactoryTable: Sendable {
  /// In the order in which arrays list them, without layers.
  let inOrder: [Factory]
  /// The layers of decorators. Each layer follows those that it wraps.
  let layers: [Factory]
  /// By the position of a factory: its layers.
  private let layersOf: [Int: [Factory]]
  /// In the order of declaration.
  let declared: [Factory]
  /// The factories with a name other than their type's, by name.
  private let byGivenName: [String: Factory]
  /// The factories with a qualifier, by its type, in the order of arrays.
  private let byQualifier: [ObjectIdentifier: [Factory]]
  /// Tables that are filled on first use.
  private let known = Locked(Known())
  /// Whether there are primaries or fallbacks.
  let hasPreferences: Bool
  /// Whether a factory has a declared position in arrays.
  let hasOrder: Bool

  private final class Known {
    /// All factories by name; nil until a name is requested that is not in `byGivenName`.
    var byName: NameTable?
    /// The factories by product type, for classes also by every superclass; nil until it is needed.
    var byType: TypeLists?
    /// The results of requests without criteria, which often repeat.
    var found = [ObjectIdentifier: Fitting]()
  }

  /// The factories that fit a type.
  final class Fitting: Sendable {
    let all: [Factory]
    /// The primaries among them; if there are none, those that are not fallbacks; otherwise all.
    let preferred: [Factory]
    /// The same for the factories that the type alone finds.
    let allByType: [Factory]
    let preferredByType: [Factory]

    init(_ all: [Factory], byType: [Factory]? = nil, hasPreferences: Bool) {
      self.all = all
      preferred = hasPreferences ? all.preferred : all
      allByType = byType ?? all
      preferredByType = byType.map { hasPreferences ? $0.preferred : $0 } ?? preferred
    }
  }

  /// - Parameters:
  ///   - all: The factories by position.
  ///   - hasLayers: Whether layers of decorators are among them.
  init(_ all: [Factory], hasLayers: Bool = false) {
    let factories = hasLayers ? all.filter { !$0.isDecorator } : all
    layers = hasLayers ? all.filter(\.isDecorator) : []
    declared = all
    layersOf = layers.isEmpty ? [:] : Dictionary(grouping: layers) { $0.undecorated.position }
    hasOrder = factories.contains { $0.facts.order != nil }
    inOrder = hasOrder ? factories.inOrder : factories
    var byGivenName = [String: Factory]()
    var (hasPreferences, hasQualifiers) = (false, false)
    for factory in factories {
      hasQualifiers = hasQualifiers || !factory.facts.qualifiers.isEmpty
      hasPreferences =
        hasPreferences || factory.facts.isPrimary || factory.facts.isFallback
      if let name = factory.facts.text, byGivenName[name]?.facts.isFallback ?? true {
        byGivenName[name] = factory
      }
    }
    self.byGivenName = byGivenName
    var byQualifier = [ObjectIdentifier: [Factory]]()
    if hasQualifiers {
      for factory in inOrder {
        for qualifier in factory.facts.qualifiers {
          byQualifier[qualifier.id, default: []].append(factory)
        }
      }
    }
    self.byQualifier = byQualifier
    self.hasPreferences = hasPreferences
  }

  /// The factory with a name.
  subscript(name: String) -> Factory? {
    if let factory = byGivenName[name] { return factory }
    return known.withLock { known in
      let table = known.byName ?? NameTable(named)
      known.byName = table
      return table[name]
    }
  }

  /// The factories that a name finds. One that a discovery adds may have the name of a fallback,
  /// which comes last.
  private var named: [Factory] {
    let all = layers.isEmpty ? declared : declared.filter { !$0.isDecorator }
    return hasPreferences ? all.withoutFallbacks + all.filter(\.facts.isFallback) : all
  }

  func has(_ qualifier: Qualifier) -> Bool { byQualifier[qualifier.id] != nil }

  /// Returns the factories that meet criteria other than a name alone, whatever their type.
  func satisfying(_ criteria: SearchCriteria) -> [Factory] {
    let queries = criteria.protocols.map { TypeQuery($0) }
    let qualifiers = criteria.qualifiers
    let pool =
      criteria.classes.first.map { fitting($0).all }
      ?? qualifiers.first.map { byQualifier[$0.id] ?? [] } ?? inOrder
    return pool.filter { factory in
      queries.allSatisfy { $0.accepts(factory.facts.product) }
        && qualifiers.allSatisfy { factory.facts.qualifiers.contains($0) }
    }
  }

  // MARK: Decorators

  /// Returns the layers over a factory, the outermost last.
  func layers(over factory: Factory) -> [Factory] {
    layers.isEmpty ? [] : layersOf[factory.undecorated.position] ?? []
  }

  // MARK: By type

  /// Up to this number, factories are searched one by one. In a small program, the first dictionary
  /// of a type costs more than the whole search: the runtime searches all conformances for the
  /// key's `Hashable`.
  private static let few = 16

  /// Returns the factories that fit a type.
  ///
  /// - Complexity: O(1) for a type that was requested before; O(*f*) the first time.
  func fitting(_ target: Any.Type) -> Fitting {
    if inOrder.count <= Self.few { return newFitting(target) }
    let key = ObjectIdentifier(target)
    if let fitting = known.withLock({ $0.found[key] }) { return fitting }
    let fitting = newFitting(target)
    known.withLock { $0.found[key] = fitting }
    return fitting
  }

  @inline(never)
  private func newFitting(_ target: Any.Type) -> Fitting {
    let all: [Factory]
    if inOrder.isEmpty {
      all = []
    } else if ExistentialShape(target) == nil {
      all = inOrder.count <= Self.few ? lookedThrough(for: target) : listed(under: target)
    } else {
      let query = TypeQuery(target)
      all = inOrder.filter { query.accepts($0.facts.product) }
    }
    guard ExistentialShape(target) == nil, all.contains(where: \.facts.isFoundByNameOnly) else {
      return Fitting(all, hasPreferences: hasPreferences)
    }
    return Fitting(
      all, byType: all.filter { !$0.facts.isFoundByNameOnly }, hasPreferences: hasPreferences)
  }

  private func listed(under type: Any.Type) -> [Factory] {
    known.withLock { known in
      let lists = known.byType ?? TypeLists(inOrder)
      known.byType = lists
      return lists[ObjectIdentifier(type)].map { inOrder[$0] }
    }
  }

  private func lookedThrough(for type: Any.Type) -> [Factory] {
    inOrder.filter { factory in
      var fits = false
      forTypeAndSuperclasses(factory.facts.product) { if $0 == type { fits = true } }
      return fits
    }
  }
}
