extension DependencyGraph {
  /// Returns the strongly connected components with several factories, and each self-dependent
  /// factory.
  ///
  /// - Returns: The positions, each component in ascending order.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func loops() -> [[Int]] {
    ComponentWalk.components(factories.count, needs) { component, needsItself in
      component.count > 1 || needsItself
    }
  }

  /// Returns the loops of templates each of which needs a new object of the next one, also for a
  /// property that is injected with the object and has one candidate.
  ///
  /// - Returns: The positions, each loop in ascending order.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func endlessTemplates() -> [[Int]] {
    ComponentWalk.components(factories.count) { position in
      if factories[position].isShared { return [] }
      let injected = atOnce[position].compactMap { choices[$0].count == 1 ? choices[$0][0] : nil }
      return (eager[position] + injected).filter { !factories[$0].isShared }
    } isWanted: { component, needsItself in
      component.count > 1 || needsItself
    }
  }

  /// Returns groups of shared factories whose objects may need each other in a circle during
  /// creation: by arguments, and by all properties of their classes.
  ///
  /// Properties of classes without hooks count too, since an initializer or a hook may read them.
  /// For a property, all factories of its type count, since criteria may choose any of them.
  ///
  /// - Parameters:
  ///   - mayRead: By factory: for each property of its class, the number of its candidates.
  ///   - candidates: The factories that fit the type of a property.
  /// - Returns: The positions.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  static func creationComponents(
    _ factories: [Factory], eager: [[Int]], mayRead: [[Int]], candidates: [[Int]]
  ) -> [[Int]] {
    // Properties of one type share their candidates. These are nodes too, after the factories.
    let count = factories.count
    return ComponentWalk.components(count + candidates.count) { node in
      if node >= count { return candidates[node - count] }
      return mayRead[node].isEmpty ? eager[node] : eager[node] + mayRead[node].map { $0 + count }
    } isWanted: { component, _ in
      component.count > 1
    }.compactMap { component in
      let shared = component.filter { $0 < count && factories[$0].isShared }
      return shared.count > 1 ? shared : nil
    }
  }
}

/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with an explicit
/// stack, so that chains of any length are possible.
package final class ComponentWalk {
  @exclusivity(unchecked) private var components: [[Int]] = []
  private let isWanted: ([Int], _ needsItself: Bool) -> Bool
  /// By position: the number of the visit, from 1; 0 before the visit.
  @exclusivity(unchecked) private var reached: [Int]
  /// By position: the lowest visit number of the nodes to which a path leads back.
  @exclusivity(unchecked) private var first: [Int]
  @exclusivity(unchecked) private var count = 0
  /// The visited nodes that are in no component yet.
  @exclusivity(unchecked) private var open: [Int] = []
  @exclusivity(unchecked) private var isOpen: [Bool]
  @exclusivity(unchecked) private var path: [(position: Int, needs: [Int], next: Int)] = []

  /// Returns the strongly connected components that satisfy `isWanted`, each in ascending order.
  package static func components(
    _ count: Int, _ needs: (Int) -> [Int],
    isWanted: @escaping (_ component: [Int], _ needsItself: Bool) -> Bool
  ) -> [[Int]] {
    let walk = ComponentWalk(count: count, isWanted)
    for start in 0..<count { walk.run(from: start, needs) }
    return walk.components
  }

  private init(count: Int, _ isWanted: @escaping ([Int], _ needsItself: Bool) -> Bool) {
    self.isWanted = isWanted
    reached = [Int](repeating: 0, count: count)
    first = reached
    isOpen = [Bool](repeating: false, count: count)
  }

  private func run(from start: Int, _ needs: (Int) -> [Int]) {
    guard reached[start] == 0 else { return }
    enter(start, needs(start))
    while let (position, needed, next) = path.last {
      guard next < needed.count else {
        leave(position, needsItself: needed.contains(position))
        continue
      }
      path[path.count - 1].next += 1
      let other = needed[next]
      if reached[other] == 0 {
        enter(other, needs(other))
      } else if isOpen[other] {
        first[position] = min(first[position], reached[other])
      }
    }
  }

  private func enter(_ position: Int, _ needs: [Int]) {
    count += 1
    (reached[position], first[position], isOpen[position]) = (count, count, true)
    open.append(position)
    path.append((position, needs, 0))
  }

  private func leave(_ position: Int, needsItself: Bool) {
    path.removeLast()
    if let user = path.last?.position { first[user] = min(first[user], first[position]) }
    guard first[position] == reached[position] else { return }
    let start = open.lastIndex(of: position)!
    let members = Array(open[start...])
    open.removeSubrange(start...)
    for member in members { isOpen[member] = false }
    // Most components have one node, so these are not sorted.
    let component = members.count > 1 ? members.ascending : members
    if isWanted(component, needsItself) { components.append(component) }
  }
}
