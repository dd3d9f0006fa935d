/// The orders with which the reduction of crossings starts. Each follows a search through the
/// graph, and adds each node at its visit.
struct InitialOrders: Sendable {
  private let graph: LayeredGraph

  init(_ graph: LayeredGraph) { self.graph = graph }

  /// Returns different orders, the most useful ones first.
  ///
  /// - Parameters:
  ///   - groups: The groups of the nodes of the input.
  ///   - limit: How many orders to return at most.
  func all(groups: [Int?], limit: Int) -> [LayerOrder] {
    var orders: [() -> LayerOrder] = [
      { depthFirst(from: roots(graph.above), graph.below) },
      { breadthFirst(from: roots(graph.below), graph.above) },
      { breadthFirst(from: roots(graph.above), graph.below) },
    ]
    if Set(groups).count > 1 { orders.append { byGroup(groups) } }
    return orders.prefix(limit).map { $0() }
  }

  /// The nodes without neighbours on one side.
  private func roots(_ neighbours: AdjacencyList) -> [Int] {
    (0..<graph.count).filter { neighbours.degree($0) == 0 }
  }

  private func depthFirst(from roots: [Int], _ neighbours: AdjacencyList) -> LayerOrder {
    var isVisited = [Bool](repeating: false, count: graph.count)
    var (sequence, open) = ([Int](), Array(roots.reversed()))
    sequence.reserveCapacity(graph.count)
    while let node = open.popLast() {
      guard !isVisited[node] else { continue }
      isVisited[node] = true
      sequence.append(node)
      for other in neighbours[node].reversed() where !isVisited[other] { open.append(other) }
    }
    return LayerOrder(graph, sequence: sequence)
  }

  private func breadthFirst(from roots: [Int], _ neighbours: AdjacencyList) -> LayerOrder {
    var isVisited = [Bool](repeating: false, count: graph.count)
    var (sequence, done) = (roots, 0)
    sequence.reserveCapacity(graph.count)
    for root in roots { isVisited[root] = true }
    while done < sequence.count {
      for other in neighbours[sequence[done]] where !isVisited[other] {
        isVisited[other] = true
        sequence.append(other)
      }
      done += 1
    }
    return LayerOrder(graph, sequence: sequence)
  }

  /// Nodes of a group are next to each other. A dummy node follows the upper end of its edge.
  private func byGroup(_ groups: [Int?]) -> LayerOrder {
    let keys = Set(groups.map { $0 ?? -1 }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    var key = [Int](repeating: 0, count: graph.count)
    for node in 0..<graph.realCount { key[node] = numbers[groups[node] ?? -1] ?? 0 }
    for node in graph.realCount..<graph.count {
      key[node] = graph.above[node].first.map { key[$0] } ?? 0
    }
    let sorted = AdjacencyList(count: keys.count, positionsByKey: key)
    return LayerOrder(graph, sequence: sorted.items)
  }
}
