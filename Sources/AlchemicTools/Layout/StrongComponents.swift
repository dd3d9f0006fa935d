/// Finds the strongly connected components with the algorithm of Tarjan ("Depth-first search and
/// linear graph algorithms", SIAM Journal on Computing 1, 1972), with an explicit stack.
struct StrongComponents: Sendable {
  /// By node: the number of its component.
  private(set) var component: [Int]
  private(set) var count = 0
  /// By node: the number of the visit, from 1; 0 before the visit.
  private var visit: [Int]
  /// By node: the lowest number of a visit to which a path leads back.
  private var lowest: [Int]
  private var visits = 0
  /// The visited nodes that have no component yet.
  private var open: [Int] = []
  /// The path of the search: a node, and the position of its next edge.
  private var path: [(node: Int, next: Int)] = []

  init(_ successors: AdjacencyList) {
    component = [Int](repeating: -1, count: successors.count)
    visit = [Int](repeating: 0, count: successors.count)
    lowest = visit
    for node in 0..<successors.count where visit[node] == 0 { search(from: node, successors) }
  }

  private mutating func search(from start: Int, _ successors: AdjacencyList) {
    enter(start, successors)
    while let (node, next) = path.last {
      guard next < successors.starts[node + 1] else {
        leave(node)
        continue
      }
      path[path.count - 1].next += 1
      let other = successors.items[next]
      if visit[other] == 0 {
        enter(other, successors)
      } else if component[other] < 0 {
        lowest[node] = min(lowest[node], visit[other])
      }
    }
  }

  private mutating func enter(_ node: Int, _ successors: AdjacencyList) {
    visits += 1
    visit[node] = visits
    lowest[node] = visits
    open.append(node)
    path.append((node, successors.starts[node]))
  }

  private mutating func leave(_ node: Int) {
    path.removeLast()
    if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
    guard lowest[node] == visit[node] else { return }
    while let member = open.popLast() {
      component[member] = count
      if member == node { break }
    }
    count += 1
  }
}
