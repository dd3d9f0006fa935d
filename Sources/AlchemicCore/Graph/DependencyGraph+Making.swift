// Who can make what: the main actor, a task, or whoever needs it.
extension DependencyGraph {
  /// What is made on the main actor, or needs such a thing before it is finished.
  ///
  /// What is awaited goes to the main actor by itself, so those who need that are none of these.
  ///
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
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

  /// Whether a factory's object has to be made, or filled, on the main actor.
  func needsMainActor(_ factory: Factory) -> Bool {
    guard !ofMainActor.isEmpty, let position = position(of: factory) else { return false }
    if factory.facts.making != .awaited { return ofMainActor.contains(position) }
    return atOnce[position].contains { choices[$0].contains(where: ofMainActor.contains) }
  }

  /// What the main actor has to make before these can be made, or is among these.
  func madeOnMainActor(forAll roots: [Factory]) -> [Factory] {
    guard !ofMainActor.isEmpty else { return [] }
    let starts = roots.compactMap { position(of: $0) }
    return factories(at: inOrder(reachable(from: starts, beyondAwaited: false).union(starts)))
      .filter { $0.facts.making == .onMainActor }
  }

  /// The shared objects that have to be awaited before a factory's own object can be made: for
  /// arguments, for those of what it needs, and for properties that are injected with an object and
  /// that only one factory fits. Not those that these need in turn.
  ///
  /// One that is needed for a property, and needs the factory's own object first, is left out: it
  /// makes that.
  ///
  /// - Complexity: O(1) for a factory that was asked for before; O(*n* (*f* + *d*)) in the needs,
  ///   the factories and their dependencies the first time; nothing if the model awaits nothing.
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

  /// All shared objects that have to be awaited before these can be made, or that are among these.
  func awaited(forAll roots: [Factory]) -> [Factory] {
    guard awaitsAnything else { return [] }
    let starts = roots.compactMap { position(of: $0) }
    return factories(at: inOrder(reachable(from: starts).union(starts)).filter(isAwaited))
  }

  @inline(never)
  private func inOrder(_ positions: Set<Int>) -> [Int] {
    Array(positions).ordered(byNumber: \.self)
  }

  /// Whether it is awaited once, and then there for all.
  func isAwaited(_ position: Int) -> Bool {
    factories[position].facts.making == .awaited && !factories[position].isAwaitedEachTime
  }

  /// Which properties count as needs.
  enum Properties {
    case all
    /// Not those of the first ones: they are injected when the object exists.
    case ofOthers
  }

  /// What these need, and what that needs. Of properties those count that only one factory fits:
  /// criteria may choose among several.
  ///
  /// - Parameters:
  ///   - beyondAwaited: Whether what is awaited is followed too.
  ///   - some: What is looked at; nil for all.
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

  /// What a factory's arguments need, and those of its properties that only one factory fits.
  func needs(at position: Int) -> [Int] {
    eager[position]
      + atOnce[position].compactMap { choices[$0].count == 1 ? choices[$0][0] : nil }
  }
}
