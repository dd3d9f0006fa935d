// Who can make what: the main actor, a task, or whoever needs it.
extension DependencyGraph {
  /// What is made on the main actor, or needs such a thing before it is finished.
  ///
  /// What is awaited goes to the main actor by itself, so those who need that are none of these.
  ///
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  static func needingMainActor(
    _ factories: [AnyObjectFactory], _ eager: [[Int]], _ atOnce: [[Int]], _ choices: [[Int]]
  ) -> Set<Int> {
    var reached = factories.indices.filter { factories[$0].facts.making == .onMainActor }
    guard !reached.isEmpty else { return [] }
    var dependents = [[Int]](repeating: [], count: factories.count)
    // Properties of one type share their choice: who has it is asked once, not once for each candidate.
    var users = [[Int]](repeating: [], count: choices.count)
    for position in factories.indices where factories[position].facts.making != .awaited {
      for needed in eager[position] { dependents[needed].append(position) }
      for choice in atOnce[position] { users[choice].append(position) }
    }
    var choicesOf = [[Int]](repeating: [], count: factories.count)
    for (choice, candidates) in choices.enumerated() {
      for candidate in candidates { choicesOf[candidate].append(choice) }
    }
    var all = Set(reached)
    while let position = reached.popLast() {
      for choice in choicesOf[position] {
        dependents[position] += users[choice]
        users[choice] = []
      }
      for dependent in dependents[position] where all.insert(dependent).inserted {
        reached.append(dependent)
      }
    }
    return all
  }

  /// Whether a factory's object has to be made on the main actor.
  func needsMainActor(_ factory: AnyObjectFactory) -> Bool {
    !ofMainActor.isEmpty
      && (positions[ObjectIdentifier(factory)].map { ofMainActor.contains($0) } ?? false)
  }

  /// The shared objects that have to be awaited before a factory's own object can be made: for arguments, for
  /// those of what it needs, and for properties that are injected with an object. Not those that these
  /// need in turn.
  ///
  /// Two that need each other, one of them for a property, do not wait for one another.
  ///
  /// - Complexity: O(*f* + *d*); nothing if the model awaits nothing.
  func awaitedNeeds(of factory: AnyObjectFactory) -> [AnyObjectFactory] {
    guard awaitsAnything, let start = positions[ObjectIdentifier(factory)] else { return [] }
    let arguments = reachable(from: [start], withProperties: false, beyondAwaited: false)
    let all = reachable(from: [start], withProperties: true, beyondAwaited: false)
    return all.filter { needed in
      isAwaited(needed) && needed != start
        && (arguments.contains(needed)
          || !reachable(from: [needed], withProperties: true, beyondAwaited: true).contains(start))
    }.sorted().map { factories[$0] }
  }

  /// All shared objects that have to be awaited before these can be made, or that are among these.
  func awaited(forAll roots: [AnyObjectFactory]) -> [AnyObjectFactory] {
    guard awaitsAnything else { return [] }
    let starts = roots.compactMap { positions[ObjectIdentifier($0)] }
    return reachable(from: starts, withProperties: true, beyondAwaited: true).union(starts)
      .filter(isAwaited).sorted().map { factories[$0] }
  }

  private func isAwaited(_ position: Int) -> Bool {
    factories[position].facts.making == .awaited && !factories[position].isAwaitedAnew
  }

  private func reachable(
    from starts: [Int], withProperties: Bool, beyondAwaited: Bool
  ) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<Int> = []
    var reached = starts
    while let position = reached.popLast() {
      var needed = eager[position]
      if withProperties {
        for choice in atOnce[position] where seen.insert(choice).inserted {
          needed += choices[choice]
        }
      }
      for needed in needed where found.insert(needed).inserted {
        if beyondAwaited || !isAwaited(needed) { reached.append(needed) }
      }
    }
    return found
  }
}
