extension GraphDrawing {
  /// In the language of Mermaid.
  var mermaid: String {
    let nodes = nodes.enumerated().map { number, node in
      let (text, shape) =
        switch node {
        case .factory(let facts): ([facts.name, facts.productName], Self.shape(facts))
        case .many(let type, let count): (["\(count) factories", type], ("([", "])"))
        }
      let label = text.map(Self.escaped).joined(separator: "<br/>")
      return "  f\(number)\(shape.opening)\"\(label)\"\(shape.closing)"
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

  /// Mermaid writes such characters by their HTML names or numbers: those that end a text, and
  /// those that begin markup, a code or a directive.
  private static func escaped(_ text: String) -> String {
    self.text(
      text,
      [
        ("\"", "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("&", "#amp;"),
        ("#", "#35;"), ("%", "#37;"), ("`", "#96;"),
      ])
  }
}
