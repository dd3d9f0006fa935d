import AlchemicRuntime

/// The inherited factories that a child model changes: those that it replaces, and those whose
/// objects need one of its own factories, directly or indirectly.
final class AffectedFactories: Sendable {
  private let table: NeedTable
  /// The positions of the factories with the names of the child's own.
  private let replaced: Set<Int>
  /// The numbers of the inherited requests that the child's own factories may answer.
  private let taken: Set<Int>
  /// By position: what has been found out.
  private let known = Locked<[Int: Bool]>([:])

  /// - Parameters:
  ///   - own: The factories and the decorators that the child declares.
  ///   - table: The needs of the inherited factories.
  init(by own: [Factory], in table: NeedTable) {
    self.table = table
    // Few names are created this way: each takes the runtime a microsecond.
    let names = own.filter { !$0.isDecorator && !$0.facts.isFallback }.map(\.facts.name)
    replaced = Set(names.flatMap(table.index.originals(named:)).map(\.position))
    let byType = own.flatMap { factory in
      table.requests(takenBy: factory.facts.product).filter {
        let request = table.requests[$0]
        if request.mayHaveCriteria { return true }
        // The factories of the parent are preferred to a fallback of the child, and so are their
        // names, also of other types.
        if factory.facts.isFallback {
          let named = request.criteria.onlyName.flatMap(table.index.factory(named:))
          if !request.candidates.isEmpty || named != nil { return false }
        }
        guard let decorated = factory.decorated else { return request.mayChoose(factory) }
        // A decorator also wraps what a request finds by its name.
        return request.candidates.contains {
          $0.wrapped.contains { decorated.accepts($0.facts.product) }
        }
      }
    }
    // Such a request finds the child's factory instead, also if that has another type.
    taken = Set(byType + names.flatMap(table.requests(answeredBy:)))
  }

  /// Returns whether the factory at a position is affected.
  ///
  /// - Complexity: O(*n*) in its needs; O(*f* + *d*) for all factories and needs together, unless
  ///   needs form circles.
  func contains(_ position: Int) -> Bool {
    if replaced.contains(position) { return true }
    if let known = known.withLock({ $0[position] }) { return known }
    var (path, seen) = ([(position: Int, needs: ArraySlice<Int>)](), Set<Int>())
    var next: Int? = position
    while let position = next {
      if seen.insert(position).inserted {
        let known = known.withLock { $0[position] }
        if known ?? isDirectlyAffected(position) {
          // So is each factory on the way to it.
          self.known.withLock { found in
            found[position] = true
            for step in path { found[step.position] = true }
          }
          return true
        }
        path.append((position, known == nil ? table.needed(by: position)[...] : []))
      }
      while let last = path.indices.last, path[last].needs.isEmpty { path.removeLast() }
      next = path.indices.last.map { path[$0].needs.removeFirst() }
    }
    known.withLock { found in for position in seen { found[position] = false } }
    return false
  }

  private func isDirectlyAffected(_ position: Int) -> Bool {
    !taken.isDisjoint(with: table.requests(of: position))
  }
}
