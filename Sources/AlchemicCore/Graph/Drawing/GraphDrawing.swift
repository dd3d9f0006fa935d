/// The factories of a model and what they need, as something to draw. No object is looked at.
struct GraphDrawing {
  /// One factory.
  struct Node {
    let facts: FactoryFacts
  }

  /// One need.
  struct Edge {
    /// Positions of nodes.
    let from: Int
    let to: Int
    /// The property that has the object; nil for an argument.
    let property: String?
  }

  let nodes: [Node]
  let edges: [Edge]

  init(_ model: Model) {
    let factories = model.graph.factories
    nodes = factories.map { Node(facts: $0.facts) }
    let positions = Dictionary(
      uniqueKeysWithValues: factories.enumerated().map { (ObjectIdentifier($1), $0) })
    var edges: [Edge] = []
    for (from, factory) in factories.enumerated() {
      edges += model.graph.eager[from].map { Edge(from: from, to: $0, property: nil) }
      for property in model.injector?.properties(of: factory.facts.product) ?? [] {
        let request = SearchRequest(
          target: TargetShape(property.target).element, criteria: SearchCriteria())
        edges += ((try? model.index.candidates(for: request)) ?? []).compactMap {
          positions[ObjectIdentifier($0)].map { Edge(from: from, to: $0, property: property.name) }
        }
      }
    }
    self.edges = edges
  }
}

extension Model {
  /// A drawing of the factories and what they need: arguments by solid arrows, properties, as far as
  /// their types tell, by dashed ones with their names.
  ///
  /// - Parameter format: The language of the drawing.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  public func drawing(as format: GraphFormat) -> String {
    let drawing = GraphDrawing(self)
    return switch format {
    case .dot: drawing.dot
    case .mermaid: drawing.mermaid
    case .json: drawing.json
    }
  }
}
