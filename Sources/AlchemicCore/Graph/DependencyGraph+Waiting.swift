extension DependencyGraph {
  /// What cannot be made yet, because it needs a reference that was not set: as an argument, or for
  /// a property that is injected with its object and that nothing else fits.
  ///
  /// - Returns: By factory, the reference it waits for.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func waitingForReferences(
    _ hasObject: (Factory) -> Bool
  ) -> [ObjectIdentifier: Factory] {
    let unset = factories.indices.filter { position in
      let facts = factories[position].facts
      return facts.lifetime == .reference && !facts.isNillable && !hasObject(factories[position])
    }
    var waiting = [ObjectIdentifier: Factory]()
    guard !unset.isEmpty else { return waiting }
    var needs = OpenNeeds(self)
    var reached = unset.map { (position: $0, reference: factories[$0]) }
    for (position, reference) in reached {
      waiting[ObjectIdentifier(factories[position])] = reference
    }
    while let (position, reference) = reached.popLast() {
      for dependent in needs.dependents(losing: position) {
        let factory = factories[dependent]
        guard waiting[ObjectIdentifier(factory)] == nil, !hasObject(factory) else { continue }
        waiting[ObjectIdentifier(factory)] = reference
        reached.append((dependent, reference))
      }
    }
    return waiting
  }

  /// Who needs what, backwards. An argument is a need with one answer; a property may have several,
  /// and shares them with all properties of its type.
  private struct OpenNeeds {
    /// By need: who has it, and how many answers are left.
    private var needs: [(dependents: [Int], answers: Int)] = []
    /// By position: the needs that it answers.
    private var answered: [[Int]]

    init(_ graph: DependencyGraph) {
      answered = [[Int]](repeating: [], count: graph.factories.count)
      var dependents = [[Int]](repeating: [], count: graph.factories.count)
      for (position, needed) in graph.eager.enumerated() {
        for other in needed { dependents[other].append(position) }
      }
      for (position, dependents) in dependents.enumerated() where !dependents.isEmpty {
        add([position], of: dependents)
      }
      var users = [[Int]](repeating: [], count: graph.choices.count)
      for (position, choices) in graph.atOnce.enumerated() {
        for choice in choices { users[choice].append(position) }
      }
      for (choice, users) in users.enumerated() where !graph.choices[choice].isEmpty {
        add(graph.choices[choice], of: users)
      }
    }

    private mutating func add(_ candidates: [Int], of dependents: [Int]) {
      for candidate in candidates { answered[candidate].append(needs.count) }
      needs.append((dependents, candidates.count))
    }

    /// Takes away an answer.
    ///
    /// - Returns: Who has no other one.
    mutating func dependents(losing position: Int) -> [Int] {
      answered[position].flatMap { need in
        needs[need].answers -= 1
        return needs[need].answers == 0 ? needs[need].dependents : []
      }
    }
  }
}
