// The place of each creation: the main actor, a task, or any thread.
extension DependencyGraph {
  /// Returns the factories whose products are created on the main actor, or need such a product
  /// before they are finished.
  ///
  /// Omits awaited factories, and factories that need the main actor only through them. Awaited
  /// factories switch to the main actor themselves.
  static func needingMainActor(
    _ factories: [Factory], _ eager: [[Int]], _ atOnce: [[Int]], _ choices: [[Int]]
  ) -> Set<Int> {
    var reached = factories.indices.filter { factories[$0].facts.making == .onMainActor }
    guard !reached.isEmpty else { return [] }
    let users = factories.indices.filter { factories[$0].facts.making != .awaited }
    var needs = Dependents(eager, atOnce, choices, of: users, endWithFirst: true)
    var all = Set(reached)
    while let position = reached.popLast() {
      for dependent in needs.dependents(losing: position) where all.insert(dependent).inserted {
        reached.append(dependent)
      }
    }
    return all
  }

  /// Returns whether a factory's product must be created or injected on the main actor.
  func needsMainActor(_ factory: Factory) -> Bool {
    guard !ofMainActor.isEmpty, let position = position(of: factory) else { return false }
    if factory.facts.making != .awaited { return ofMainActor.contains(position) }
    return atOnce[position].contains { choices[$0].contains(where: ofMainActor.contains) }
  }

  /// Returns the factories of the main actor among these and their needs, up to awaited factories.
  func madeOnMainActor(forAll roots: [Factory]) -> [Factory] {
    guard !ofMainActor.isEmpty else { return [] }
    let starts = roots.compactMap { position(of: $0) }
    return factories(at: inOrder(reachable(from: starts, beyondAwaited: false).union(starts)))
      .filter { $0.facts.making == .onMainActor }
  }

  /// Returns the shared objects that must be awaited before a factory's product can be created.
  /// Omits those that these objects need in turn.
  ///
  /// The factory needs them for arguments, directly or indirectly, or for properties that are
  /// injected together with an object and that only one factory fits. Omits an object for a
  /// property if it first needs the factory's own product: its creation then creates that product.
  ///
  /// - Complexity: O(1) for a factory that was requested before; O(*n* (*f* + *d*)) in the needs,
  ///   the factories and their dependencies the first time; no cost if no factory is awaited.
  func awaitedNeeds(of factory: Factory) -> [Factory] {
    guard awaitsAnything, let start = position(of: factory) else { return [] }
    if let known = awaitedNeeds.withLock({ $0[start] }) { return factories(at: known) }
    let arguments = reachable(from: [start], withProperties: .ofOthers, beyondAwaited: false)
    let needs = inOrder(reachable(from: [start], beyondAwaited: false))
      .filter { needed in
        guard isAwaited(needed), needed != start else { return false }
        if arguments.contains(needed) { return true }
        let properties = isAwaited(start) ? Properties.all : .ofOthers
        return !reachable(from: [needed], withProperties: properties).contains(start)
      }
    awaitedNeeds.withLock { $0[start] = needs }
    return factories(at: needs)
  }

  /// Returns the shared objects of these factories and of their needs that must be awaited.
  func awaited(forAll roots: [Factory]) -> [Factory] {
    guard awaitsAnything else { return [] }
    let starts = roots.compactMap { position(of: $0) }
    return factories(at: inOrder(reachable(from: starts).union(starts)).filter(isAwaited))
  }

  @inline(never)
  private func inOrder(_ positions: Set<Int>) -> [Int] {
    Array(positions).ascending
  }

  /// Returns whether a product is awaited once and then shared by all.
  func isAwaited(_ position: Int) -> Bool {
    factories[position].facts.making == .awaited && !factories[position].isAwaitedEachTime
  }

  /// The properties that count as needs.
  enum Properties {
    case all
    /// All except the properties of the starting factories, which are injected after their objects
    /// exist.
    case ofOthers
  }

  /// Returns the direct and indirect needs of factories.
  ///
  /// A property counts if only one factory fits it, since criteria may choose among several.
  ///
  /// - Parameters:
  ///   - beyondAwaited: Whether the needs of awaited factories are included.
  ///   - some: The factories to consider; nil for all.
  @inline(never)
  func reachable(
    from starts: [Int], withProperties properties: Properties = .all, beyondAwaited: Bool = true,
    within some: Set<Int>? = nil
  ) -> Set<Int> {
    var found: Set<Int> = []
    var reached: [Int] = []
    @inline(never)
    func visit(_ needs: [Int]) {
      for needed in needs where some?.contains(needed) != false && found.insert(needed).inserted {
        if beyondAwaited || !isAwaited(needed) { reached.append(needed) }
      }
    }
    for start in starts { visit(properties == .ofOthers ? eager[start] : needs(at: start)) }
    while let position = reached.popLast() { visit(needs(at: position)) }
    return found
  }

  /// Returns the needs of a factory's arguments, and of its properties that only one factory fits.
  func needs(at position: Int) -> [Int] {
    eager[position]
      + atOnce[position].compactMap { choices[$0].count == 1 ? choices[$0][0] : nil }
  }
}
