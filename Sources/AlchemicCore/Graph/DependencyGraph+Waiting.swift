extension DependencyGraph {
  /// What cannot be made yet, because it needs a reference that was not set; by way of arguments and
  /// of properties that are injected with their object.
  ///
  /// - Returns: By factory, the reference it waits for.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func waitingForReferences() -> [ObjectIdentifier: AnyObjectFactory] {
    var waiting: [ObjectIdentifier: AnyObjectFactory] = [:]
    var reached: [(position: Int, reference: AnyObjectFactory)] = []
    for (position, factory) in factories.enumerated() where factory.isUnsetReference {
      waiting[ObjectIdentifier(factory)] = factory
      reached.append((position, factory))
    }
    guard !reached.isEmpty else { return [:] }
    let dependents = dependents
    while let (position, reference) = reached.popLast() {
      for dependent in dependents[position] {
        let factory = factories[dependent]
        guard waiting[ObjectIdentifier(factory)] == nil, !factory.hasObject else { continue }
        waiting[ObjectIdentifier(factory)] = reference
        reached.append((dependent, reference))
      }
    }
    return waiting
  }

  /// By position: who needs it.
  private var dependents: [[Int]] {
    var dependents = [[Int]](repeating: [], count: factories.count)
    for edges in [eager, atOnce] {
      for (position, needed) in edges.enumerated() {
        for other in needed { dependents[other].append(position) }
      }
    }
    return dependents
  }
}

extension AnyObjectFactory {
  fileprivate var hasObject: Bool { CreationDesk.look { progress == .present } }

  fileprivate var isUnsetReference: Bool {
    facts.lifetime == .reference && !facts.isNillable && !hasObject
  }
}
