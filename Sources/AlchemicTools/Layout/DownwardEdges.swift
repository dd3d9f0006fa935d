/// The edges of a component without self loops, each in the direction in which it points down.
struct DownwardEdges: Sendable {
  private(set) var edges: [(from: Int, to: Int)] = []
  /// By edge of the component: its position in `edges`; nil for a self loop.
  private(set) var position: [Int?] = []
  /// By position in `edges`.
  private(set) var isReversed: [Bool] = []
  /// By node: the number of its self loops.
  private(set) var loopCounts: [Int]

  init(count: Int, _ all: [(from: Int, to: Int)]) {
    loopCounts = [Int](repeating: 0, count: count)
    edges.reserveCapacity(all.count)
    position.reserveCapacity(all.count)
    for edge in all {
      if edge.from == edge.to {
        loopCounts[edge.from] += 1
        position.append(nil)
      } else {
        position.append(edges.count)
        edges.append(edge)
      }
    }
    isReversed = CycleRemoval.reversals(count: count, edges)
    for index in edges.indices where isReversed[index] {
      edges[index] = (edges[index].to, edges[index].from)
    }
  }
}
