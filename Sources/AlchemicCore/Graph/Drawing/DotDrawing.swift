extension GraphDrawing {
  /// In the language of Graphviz.
  var dot: String {
    let nodes = nodes.enumerated().map { number, node in
      let text = [node.facts.name, node.facts.productName].map(Self.escaped)
      return "  f\(number) [label=\"\(text.joined(separator: "\\n"))\"\(Self.style(node.facts))];"
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
    text.map { character in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where character.isNewline: " "
      default: String(character)
      }
    }.joined()
  }
}
