extension GraphDrawing {
  /// In the language of Mermaid.
  var mermaid: String {
    let nodes = nodes.enumerated().map { number, node in
      let (opening, closing) = Self.shape(node.facts)
      let text = "\(Self.escaped(node.facts.name))<br/>\(Self.escaped(node.facts.productName))"
      return "  f\(number)\(opening)\"\(text)\"\(closing)"
    }
    let edges = edges.map { edge in
      let arrow = edge.property.map { "-. \"\(Self.escaped($0))\" .->" } ?? "-->"
      return "  f\(edge.from) \(arrow) f\(edge.to)"
    }
    return (["flowchart TD"] + nodes + edges).joined(separator: "\n")
  }

  private static func shape(_ facts: FactoryFacts) -> (opening: String, closing: String) {
    switch facts.lifetime {
    case .singleton: ("[", "]")
    case .template: ("(", ")")
    case .reference: ("[/", "/]")
    }
  }

  /// Mermaid writes such characters by their HTML names.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\"": "#quot;"
      case "<": "#lt;"
      case ">": "#gt;"
      case "#": "#35;"
      case _ where character.isNewline: " "
      default: String(character)
      }
    }.joined()
  }
}
