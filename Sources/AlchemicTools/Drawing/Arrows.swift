import AlchemicRuntime

/// The arrows of a drawing: one for each factory that answers a need, or one for all of these where
/// separate arrows would be unreadable.
struct Arrows {
  /// All factories that answer the requests for a type.
  struct Crowd {
    let type: String
    let count: Int
  }

  struct Arrow {
    let from: Int
    /// The number of a node. Those of crowds follow those of the graph.
    let to: Int
    /// The index of the edge.
    let edge: Int
  }

  /// The greatest number of answers with separate arrows. One arrow represents more answers.
  static let most = 100

  private(set) var crowds: [Crowd] = []
  private(set) var arrows: [Arrow] = []

  init(of graph: ModelGraph) {
    // The key has the type, and the number and the first of the answers. These distinguish a
    // qualified need from other needs of the type.
    var known = [[Int]: Int]()
    for (number, edge) in graph.edges.enumerated() {
      guard edge.chosen.count > Self.most else {
        arrows += edge.chosen.map { Arrow(from: edge.from, to: $0, edge: number) }
        continue
      }
      let type = Int(bitPattern: ObjectIdentifier(edge.element))
      let key = [type, edge.chosen.count, edge.chosen[0]]
      let crowd = known[key] ?? crowds.count
      if crowd == crowds.count {
        crowds.append(Crowd(type: typeName(edge.element), count: edge.chosen.count))
        known[key] = crowd
      }
      arrows.append(Arrow(from: edge.from, to: graph.nodes.count + crowd, edge: number))
    }
  }
}
