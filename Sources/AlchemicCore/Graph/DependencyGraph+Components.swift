extension DependencyGraph {
  /// The loops of needs, each with all that is on one: the strongly connected components of more than one
  /// factory, and each factory that needs itself.
  ///
  /// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with a stack of its own, so that a
  /// chain may be as long as it likes.
  ///
  /// - Returns: The positions, each component in ascending order.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  func loops() -> [[Int]] {
    var walk = ComponentWalk(count: factories.count)
    for start in factories.indices { walk.run(from: start, needs) }
    return walk.components
  }
}

private struct ComponentWalk {
  private(set) var components: [[Int]] = []
  /// By position: when it was reached, from 1; 0 for not yet.
  private var reached: [Int]
  /// By position: the first reached of those that it can get back to.
  private var first: [Int]
  private var count = 0
  /// What is reached, and in no component yet.
  private var open: [Int] = []
  private var isOpen: [Bool]
  private var path: [(position: Int, needs: [Int], next: Int)] = []

  init(count: Int) {
    reached = [Int](repeating: 0, count: count)
    first = reached
    isOpen = [Bool](repeating: false, count: count)
  }

  mutating func run(from start: Int, _ needs: (Int) -> [Int]) {
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

  private mutating func enter(_ position: Int, _ needs: [Int]) {
    count += 1
    (reached[position], first[position], isOpen[position]) = (count, count, true)
    open.append(position)
    path.append((position, needs, 0))
  }

  private mutating func leave(_ position: Int, needsItself: Bool) {
    path.removeLast()
    if let user = path.last?.position { first[user] = min(first[user], first[position]) }
    guard first[position] == reached[position] else { return }
    let start = open.lastIndex(of: position)!
    let component = Array(open[start...]).ordered(byNumber: \.self)
    open.removeSubrange(start...)
    for member in component { isOpen[member] = false }
    if component.count > 1 || needsItself { components.append(component) }
  }
}
