/// The factories that a model itself declares, in several tables: that of the start, and those of
/// later discoveries.
///
/// A discovery adds a table, and joins to it the tables before it that are not larger. So there are
/// O(log *f*) tables, and a factory is in O(log *f*) of them, one after the other. The table of the
/// start stays, also because it is the table of all factories in most programs.
struct FactoryTables: Sendable {
  private let tables: [FactoryTable]
  let count: Int
  let hasPrimaries: Bool
  private let hasOrder: Bool

  /// - Parameters:
  ///   - added: The factories by position.
  ///   - hasLayers: Whether layers of decorators are among all.
  ///   - former: The tables of the factories before these.
  /// - Complexity: O(*n* log *f*) in the added factories, on average over many discoveries.
  init(_ added: [Factory], hasLayers: Bool, after former: FactoryTables?) {
    var (tables, added) = (former?.tables ?? [], added)
    count = (former?.count ?? 0) + added.count
    while tables.count > 1, let last = tables.last, last.declared.count <= added.count {
      added = last.declared + added
      tables.removeLast()
    }
    let new = FactoryTable(added, hasLayers: hasLayers)
    self.tables = tables + [new]
    hasPrimaries = new.hasPrimaries || former?.hasPrimaries == true
    hasOrder = new.hasOrder || former?.hasOrder == true
  }

  /// By position: in the order of declaration. If several factories have one name, which is a
  /// problem, a search finds the first.
  var declared: [Factory] { tables.count == 1 ? tables[0].declared : tables.flatMap(\.declared) }

  /// The layers of decorators. Each layer follows those that it wraps.
  var layers: [Factory] { tables.flatMap(\.layers) }

  /// In the order in which arrays list them, without layers.
  var inOrder: [Factory] { joined(\.inOrder) }

  /// Returns the factory at a position.
  subscript(position: Int) -> Factory {
    var (position, number) = (position, 0)
    while position >= tables[number].declared.count {
      position -= tables[number].declared.count
      number += 1
    }
    return tables[number].declared[position]
  }

  /// The factory with a name.
  subscript(name: String) -> Factory? {
    for table in tables { if let factory = table[name] { return factory } }
    return nil
  }

  func has(_ qualifier: Qualifier) -> Bool { tables.contains { $0.has(qualifier) } }

  /// Returns the factories that meet criteria other than a name alone, whatever their type.
  func satisfying(_ criteria: SearchCriteria) -> [Factory] { joined { $0.satisfying(criteria) } }

  /// Returns the layers over a factory, the outermost last.
  func layers(over factory: Factory) -> [Factory] { tables.flatMap { $0.layers(over: factory) } }

  /// Returns the factories that fit a type.
  ///
  /// - Complexity: O(*n*) in these for a type that was requested before; O(*f*) the first time.
  func fitting(_ target: Any.Type) -> FactoryTable.Fitting {
    if tables.count == 1 { return tables[0].fitting(target) }
    let found = tables.map { $0.fitting(target) }.filter { !$0.all.isEmpty }
    if found.count == 1 { return found[0] }
    return FactoryTable.Fitting(
      sorted(found.flatMap(\.all)),
      byType: found.allSatisfy(\.isByType) ? nil : sorted(found.flatMap(\.allByType)))
  }

  private func joined(_ list: (FactoryTable) -> [Factory]) -> [Factory] {
    tables.count == 1 ? list(tables[0]) : sorted(tables.flatMap(list))
  }

  private func sorted(_ factories: [Factory]) -> [Factory] {
    hasOrder ? factories.inOrder : factories
  }
}

extension [Factory] {
  /// The factories in the order of arrays: those with a position come first.
  var inOrder: [Factory] {
    @inline(never) get { ordered(byNumber: { $0.facts.order ?? .max }) }
  }
}
