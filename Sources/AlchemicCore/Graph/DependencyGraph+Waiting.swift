extension DependencyGraph {
  /// Returns the factories that wait for a reference that is not set. They need it, directly or
  /// indirectly, for an argument, or for a property that is injected with its object and has no
  /// other candidate.
  ///
  /// - Parameter parts: Those of the revision.
  /// - Returns: By factory, the reference for which it waits.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func waitingForReferences(
    _ parts: [any OptionPart], _ hasObject: (Factory) -> Bool
  ) -> [ObjectIdentifier: Factory] {
    parts.first(as: ReferenceWaits.self)?.find(self, hasObject) ?? [:]
  }

  /// ``waitingForReferences(_:_:)``, for models with references.
  func findWaitingForReferences(_ hasObject: (Factory) -> Bool) -> [ObjectIdentifier: Factory] {
    let unset = factories.indices.filter { position in
      let facts = factories[position].facts
      // A reference of a scope is set after the scope is open.
      return facts.lifetime == .reference && !facts.isNillable && facts.scope == nil
        && !hasObject(factories[position])
    }
    var waiting = [ObjectIdentifier: Factory]()
    var reached = unset.map { (position: $0, reference: factories[$0]) }
    // A method of a nillable reference is called on an object.
    for position in factories.indices {
      guard !factories[position].isDecorator, let owner = factories[position].owner,
        owner.facts.lifetime == .reference, owner.facts.isNillable, owner.facts.scope == nil,
        !hasObject(owner), !hasObject(factories[position])
      else { continue }
      reached.append((position, owner))
    }
    guard !reached.isEmpty else { return waiting }
    var needs = Dependents(
      eager, atOnce, choices, of: Array(factories.indices), endWithFirst: false)
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
}

/// The dependencies in reverse. A need of an argument has one answer. A need of a property may have
/// several, which all properties of its type share.
struct Dependents {
  /// By need: the factories that have it, and the number of answers whose loss ends it.
  private var needs: [(dependents: [Int], answers: Int)] = []
  /// By position: the needs that the factory answers.
  private var answered: [[Int]]

  /// - Parameters:
  ///   - eager: By position: the needs of the arguments.
  ///   - atOnce: By position: for each property that is injected with the object, its choice.
  ///   - choices: The factories that may answer such a property.
  ///   - users: The positions of the factories whose needs count.
  ///   - endWithFirst: Whether a need is lost with its first answer instead of its last.
  init(
    _ eager: [[Int]], _ atOnce: [[Int]], _ choices: [[Int]], of users: [Int], endWithFirst: Bool
  ) {
    answered = [[Int]](repeating: [], count: eager.count)
    var dependents = answered
    var choosers = [[Int]](repeating: [], count: choices.count)
    for user in users {
      for needed in eager[user] { dependents[needed].append(user) }
      for choice in atOnce[user] { choosers[choice].append(user) }
    }
    for (needed, dependents) in dependents.enumerated() where !dependents.isEmpty {
      answered[needed].append(needs.count)
      needs.append((dependents, 1))
    }
    for (choice, answers) in choices.enumerated() where !choosers[choice].isEmpty {
      for answer in answers { answered[answer].append(needs.count) }
      needs.append((choosers[choice], endWithFirst ? 1 : answers.count))
    }
  }

  /// Removes an answer.
  ///
  /// - Returns: The factories that lost a need by this.
  mutating func dependents(losing position: Int) -> [Int] {
    answered[position].flatMap { need in
      needs[need].answers -= 1
      return needs[need].answers == 0 ? needs[need].dependents : []
    }
  }
}

/// Which factories wait for references.
final class ReferenceWaits: OptionPart {
  static let part = ReferenceWaits { $0.findWaitingForReferences($1) }

  /// Returns, by factory, the reference for which it waits.
  let find: @Sendable (DependencyGraph, (Factory) -> Bool) -> [ObjectIdentifier: Factory]

  private init(
    find: @escaping @Sendable (DependencyGraph, (Factory) -> Bool) -> [ObjectIdentifier: Factory]
  ) {
    self.find = find
  }
}
