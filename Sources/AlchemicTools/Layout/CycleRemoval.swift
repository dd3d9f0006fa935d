/// Selects edges to reverse, so that no cycle remains.
///
/// The method is the greedy heuristic of Eades, Lin and Smyth ("A fast and effective heuristic for
/// the feedback arc set problem", Information Processing Letters 47, 1993). It arranges the nodes
/// in a row: sinks go to the right end and sources to the left end. If there are none, the node
/// with the greatest surplus of outgoing edges goes to the left end. Edges that point to the left
/// are reversed.
///
/// Only edges inside of a strongly connected component take part, so each reversed edge is on a
/// cycle. The time is linear in nodes and edges.
struct CycleRemoval: Sendable {
  /// By node: the edges inside of its component that are still there.
  private var outgoing: [Int]
  private var incoming: [Int]
  private var isPlaced: [Bool]
  /// Doubly linked lists of nodes, by surplus. A position of `heads` is the surplus plus `offset`.
  private var heads: [Int]
  private var next: [Int]
  private var previous: [Int]
  private let offset: Int
  private var greatest: Int
  /// Nodes that may have become sinks or sources.
  private var ends: [Int] = []

  /// Returns, for each edge, whether to reverse it.
  ///
  /// - Parameter edges: Edges between different nodes.
  static func reversals(count: Int, _ edges: [(from: Int, to: Int)]) -> [Bool] {
    let successors = AdjacencyList(
      count: count, keys: edges.map(\.from), items: edges.map(\.to))
    let component = StrongComponents(successors).component
    let cyclic = edges.filter { component[$0.from] == component[$0.to] }
    guard !cyclic.isEmpty else { return [Bool](repeating: false, count: edges.count) }
    let place = places(count: count, cyclic)
    return edges.map { from, to in component[from] == component[to] && place[from] > place[to] }
  }

  /// Returns the place of each node in the row.
  private static func places(count: Int, _ edges: [(from: Int, to: Int)]) -> [Int] {
    let after = AdjacencyList(count: count, keys: edges.map(\.from), items: edges.map(\.to))
    let before = AdjacencyList(count: count, keys: edges.map(\.to), items: edges.map(\.from))
    var removal = CycleRemoval(after: after, before: before)
    var place = [Int](repeating: 0, count: count)
    var (left, right) = (0, count - 1)
    while left <= right {
      guard let node = removal.takeNext() else { break }
      if removal.outgoing[node] == 0 {
        place[node] = right
        right -= 1
      } else {
        place[node] = left
        left += 1
      }
      removal.remove(node, after: after, before: before)
    }
    return place
  }

  private init(after: AdjacencyList, before: AdjacencyList) {
    let nodes = 0..<after.count
    outgoing = nodes.map(after.degree)
    incoming = nodes.map(before.degree)
    isPlaced = [Bool](repeating: false, count: nodes.count)
    next = [Int](repeating: -1, count: nodes.count)
    previous = next
    offset = nodes.map { max(after.degree($0), before.degree($0)) }.max() ?? 0
    heads = [Int](repeating: -1, count: 2 * offset + 1)
    greatest = 0
    for node in nodes.reversed() { insert(node) }
    ends = nodes.reversed().filter { outgoing[$0] == 0 || incoming[$0] == 0 }
  }

  /// Returns a sink or source, or else a node with the greatest surplus.
  private mutating func takeNext() -> Int? {
    while let node = ends.popLast() {
      if !isPlaced[node] { return node }
    }
    while greatest > 0, heads[greatest] < 0 { greatest -= 1 }
    return heads[greatest] < 0 ? nil : heads[greatest]
  }

  private mutating func remove(_ node: Int, after: AdjacencyList, before: AdjacencyList) {
    unlink(node)
    isPlaced[node] = true
    for other in after[node] where !isPlaced[other] {
      unlink(other)
      incoming[other] -= 1
      insert(other)
      if incoming[other] == 0 { ends.append(other) }
    }
    for other in before[node] where !isPlaced[other] {
      unlink(other)
      outgoing[other] -= 1
      insert(other)
      if outgoing[other] == 0 { ends.append(other) }
    }
  }

  private mutating func insert(_ node: Int) {
    let list = outgoing[node] - incoming[node] + offset
    let head = heads[list]
    next[node] = head
    previous[node] = -1
    if head >= 0 { previous[head] = node }
    heads[list] = node
    greatest = max(greatest, list)
  }

  private mutating func unlink(_ node: Int) {
    let (before, after) = (previous[node], next[node])
    if after >= 0 { previous[after] = before }
    if before >= 0 {
      next[before] = after
    } else {
      heads[outgoing[node] - incoming[node] + offset] = after
    }
  }
}
