import AlchemicRuntime

/// The order in which the objects of a model are stopped: each after those that need it.
struct StopPlan: Sendable {
  /// An object, and the factory that has made it.
  final class Member: Sendable {
    /// The position of the factory.
    let position: Int
    let facts: FactoryFacts
    let object: UnsafeTransfer<any AlchemicStopping>

    /// Nil if the product cannot be stopped.
    @inline(never)
    init?(_ product: AnyObject, of factory: Factory) {
      guard let object = factory.product.object(of: product) as? any AlchemicStopping else {
        return nil
      }
      (position, facts) = (factory.position, factory.facts)
      self.object = UnsafeTransfer(object)
    }

    var identity: ObjectIdentifier { ObjectIdentifier(object.value) }
  }

  /// Objects that need each other in a circle, or one object. They are stopped one by one.
  struct Group: Sendable {
    fileprivate(set) var members: [Member]
    /// The groups whose objects these need, directly or by way of objects that are not stopped.
    fileprivate(set) var needs: [Int]
    /// The number of groups that need this one.
    fileprivate(set) var dependents = 0
    /// The number of objects on the longest way through the needs, with those of the group.
    fileprivate(set) var height: Int
  }

  /// Each after those that it needs.
  private(set) var groups: [Group] = []

  /// - Parameters:
  ///   - stoppable: The objects, each of another factory.
  ///   - former: The plans whose objects were stopped before.
  /// - Complexity: O(*n* (*p* + *g*)) in the factories that are needed, their properties, and the
  ///   objects to stop.
  init(of stoppable: [Member], in model: Model, without former: [StopPlan] = []) {
    var seen = Set(former.flatMap { $0.groups.flatMap(\.members).map(\.identity) })
    let members = stoppable.filter { !seen.contains($0.identity) }
    guard members.count > 1 else {
      groups = members.map { Group(members: [$0], needs: [], height: 1) }
      return
    }
    // By position: the index of its object.
    var indices: [Int: Int] = [:]
    for (index, member) in members.enumerated() { indices[member.position] = index }
    let needs = Needs(
      of: members.map(\.position).ordered(byNumber: \.self), in: model.index, model.injector)
    // By factory: the nearest groups in its needs.
    var nearest = [[Int]](repeating: [], count: needs.factories.count)
    for component in needs.components {
      let below = Array(Set(component.flatMap { needs.numbers[$0].flatMap { nearest[$0] } }))
      // In a circle, what needs another one as an argument was made after it.
      let made =
        component.map { needs.factories[$0] }
        .ordered(byNumber: { -model.revision.releaseRank(of: $0) })
        .compactMap { indices.removeValue(forKey: $0.position).map { members[$0] } }
        .filter { seen.insert($0.identity).inserted }
      if !made.isEmpty {
        let height = made.count + (below.map { groups[$0].height }.max() ?? 0)
        for group in below { groups[group].dependents += 1 }
        groups.append(Group(members: made, needs: below, height: height))
      }
      for number in component { nearest[number] = made.isEmpty ? below : [groups.count - 1] }
    }
  }
}
