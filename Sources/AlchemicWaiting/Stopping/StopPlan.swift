package import AlchemicCore
import AlchemicRuntime

/// The order in which the objects of a model are stopped: each after the objects that need it.
package final class StopPlan: Sendable {
  /// An object, and the factory that created it.
  package final class Member: Sendable {
    /// The position of the factory.
    let position: Int
    let facts: FactoryFacts
    let object: UnsafeTransfer<any AlchemicStopping>

    /// Nil if the product cannot be stopped.
    @inline(never)
    package init?(_ product: AnyObject, of factory: Factory) {
      guard let object = factory.product.object(of: product) as? any AlchemicStopping else {
        return nil
      }
      (position, facts) = (factory.position, factory.facts)
      self.object = UnsafeTransfer(object)
    }

    var identity: ObjectIdentifier { ObjectIdentifier(object.value) }
  }

  /// Objects that need each other in a circle, or one object. They are stopped one by one.
  final class Group: Sendable {
    let members: [Member]
    /// The groups whose objects this group needs, directly or through objects that are not stopped.
    let needs: [Int]
    /// The number of objects on the longest path of needs, including those of the group.
    let height: Int

    init(members: [Member], needs: [Int] = [], height: Int) {
      (self.members, self.needs, self.height) = (members, needs, height)
    }
  }

  /// The groups. Each follows the groups that it needs.
  let groups: [Group]
  /// By group: the number of groups that need it.
  let dependents: [Int]

  private init(_ groups: [Group], _ dependents: [Int]) {
    (self.groups, self.dependents) = (groups, dependents)
  }

  /// - Parameters:
  ///   - stoppable: The objects, each of another factory.
  ///   - former: The plans whose objects were stopped before.
  /// - Complexity: O(*n* (*p* + *g*)) in the numbers of needed factories, their properties, and the
  ///   objects to stop.
  package convenience init(
    of stoppable: [Member], in model: Model, without former: [StopPlan] = []
  ) {
    var seen = Set(former.flatMap { $0.groups.flatMap(\.members).map(\.identity) })
    let members = stoppable.filter { !seen.contains($0.identity) }
    guard members.count > 1 else {
      self.init(members.map { Group(members: [$0], height: 1) }, members.map { _ in 0 })
      return
    }
    var groups: [Group] = []
    var dependents: [Int] = []
    // By position: the index of its object.
    var indices: [Int: Int] = [:]
    for (index, member) in members.enumerated() { indices[member.position] = index }
    let needs = Needs(
      of: members.map(\.position).ascending, in: model.index, model.injector)
    // By factory: the nearest groups in its needs.
    var nearest = [[Int]](repeating: [], count: needs.factories.count)
    for component in needs.components {
      let below = Array(Set(component.flatMap { needs.numbers[$0].flatMap { nearest[$0] } }))
      // In a circle, an object with an argument was created after that argument.
      let made =
        component.map { needs.factories[$0] }
        .ordered(byNumber: { -model.revision.releaseRank(of: $0) })
        .compactMap { indices.removeValue(forKey: $0.position).map { members[$0] } }
        .filter { seen.insert($0.identity).inserted }
      if !made.isEmpty {
        let height = made.count + (below.map { groups[$0].height }.max() ?? 0)
        for group in below { dependents[group] += 1 }
        dependents.append(0)
        groups.append(Group(members: made, needs: below, height: height))
      }
      for number in component { nearest[number] = made.isEmpty ? below : [groups.count - 1] }
    }
    self.init(groups, dependents)
  }
}

/// The time in which objects must stop.
final class StopTime: Sendable {
  private let deadline: ContinuousClock.Instant
  /// The minimum share of each object. It applies even if all threads are busy with other work.
  private let least: Duration

  /// - Parameter height: The number of objects on the longest path of needs.
  init(until deadline: ContinuousClock.Instant, height: Int) {
    self.deadline = deadline
    least = max((deadline - .now) / height, .zero)
  }

  /// Returns the share of an object.
  ///
  /// - Parameter height: The number of objects on the longest path of needs from the object.
  func share(height: Int) -> Duration { max((deadline - .now) / height, least) }
}
