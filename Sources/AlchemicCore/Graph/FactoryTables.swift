/// The tables of the factories that a model itself declares: that of the start, and those of later
/// discoveries.
///
/// A discovery adds a table, and joins to it the tables before it that are not larger. So there are
/// O(log *f*) tables. The first one stays, since it is that of all factories in most programs.
typealias FactoryTables = [FactoryTable]

extension FactoryTables {
  /// Returns the tables with further factories.
  ///
  /// - Parameters:
  ///   - factories: The factories, whose positions follow all others.
  ///   - hasLayers: Whether layers of decorators are among all.
  /// - Complexity: O(*n* log *f*) in these factories, on average over many discoveries.
  func adding(_ factories: [Factory], hasLayers: Bool) -> FactoryTables {
    var (tables, added) = (self, factories)
    while tables.count > 1, let last = tables.last, last.declared.count <= added.count {
      added = last.declared + added
      tables.removeLast()
    }
    return tables + [FactoryTable(added, hasLayers: hasLayers)]
  }

  var size: Int { reduce(0) { $0 + $1.declared.count } }

  /// By position: in the order of declaration. If several factories have one name, which is a
  /// problem, a search finds the first.
  var declared: [Factory] { count == 1 ? self[0].declared : flatMap(\.declared) }

  /// The layers of decorators. Each layer follows those that it wraps.
  var layers: [Factory] { flatMap(\.layers) }

  /// In the order in which arrays list them, without layers.
  var inOrder: [Factory] { joined(\.inOrder) }

  /// Returns the factory at a position.
  func factory(at position: Int) -> Factory {
    var (position, number) = (position, 0)
    while position >= self[number].declared.count {
      position -= self[number].declared.count
      number += 1
    }
    return self[number].declared[position]
  }

  /// Returns the factory with a name. A later discovery may bring one with the name of a fallback.
  func factory(named name: String) -> Factory? {
    var fallback: Factory?
    for table in self {
      guard let factory = table[name] else { continue }
      if !factory.facts.isFallback { return factory }
      fallback = fallback ?? factory
    }
    return fallback
  }

  /// Returns the factories that fit a type.
  ///
  /// - Complexity: O(*n*) in these for a type that was requested before; O(*f*) the first time.
  func fitting(_ target: Any.Type) -> FactoryTable.Fitting {
    if count == 1 { return self[0].fitting(target) }
    var (all, byType, hasOrder, hasPreferences) = ([Factory](), [Factory](), false, false)
    for table in self {
      let fitting = table.fitting(target)
      all += fitting.all
      byType += fitting.allByType
      hasOrder = hasOrder || table.hasOrder
      hasPreferences = hasPreferences || table.hasPreferences
    }
    if hasOrder { (all, byType) = (all.inOrder, byType.inOrder) }
    return FactoryTable.Fitting(
      all, byType: byType.count < all.count ? byType : nil, hasPreferences: hasPreferences)
  }

  /// Returns the factories that a search finds in each table, in the order of arrays.
  func joined(_ found: (FactoryTable) -> [Factory]) -> [Factory] {
    if count == 1 { return found(self[0]) }
    return contains(where: \.hasOrder) ? flatMap(found).inOrder : flatMap(found)
  }
}

extension [Factory] {
  /// The factories in the order of arrays: those with a position come first.
  var inOrder: [Factory] {
    @inline(never) get { ordered(byNumber: { $0.facts.order ?? .max }) }
  }
}
