extension GraphDrawing {
  /// In the language of Graphviz.
  var dot: String {
    let nodes = nodes.enumerated().map { number, node in
      let (text, style) =
        switch node {
        case .factory(let facts): ([facts.name, facts.productName], Self.style(facts))
        case .many(let type, let count): (["\(count) factories", type], ", shape=ellipse")
        }
      let label = text.map(Self.escaped).joined(separator: "\\n")
      return "  f\(number) [label=\"\(label)\"\(style)];"
    }
    let edges = edges.map { edge in
      let label = edge.property.map { " [style=dashed, label=\"\(Self.escaped($0))\"]" } ?? ""
      return "  f\(edge.from) -> f\(edge.to)\(label);"
    }
    return (["digraph Alchemic {", "  node [shape=box];"] + nodes + edges + ["}"])
      .joined(separator: "\n")
  }

  private static func style(_ facts: FactoryFacts) -> String {
    switch facts.lifetime {
    case .singleton: ""
    case .template: ", style=rounded"
    case .reference: ", style=dashed"
    }
  }

  private static func escaped(_ text: String) -> String {
    self.text(text, [("\"", "\\\""), ("\\", "\\\\")])
  }
}
