// The languages in which each node and each edge is a line.

extension GraphDrawing {
  /// The drawing in the language of Graphviz.
  var dot: String {
    lines(
      after: "digraph Alchemic {\n  node [shape=box];", before: "\n}", lineBreak: "\\n",
      codes: [("\"", "\\\""), ("\\", "\\\\")]
    ) { label, lifetime in
      let style =
        switch lifetime {
        case .singleton: ""
        case .template: ", style=rounded"
        case .reference: ", style=dashed"
        case nil: ", shape=ellipse"
        }
      return " [label=\"\(label)\"\(style)];"
    } edge: { from, to, label in
      "\(from) -> \(to)\(label.map { " [style=dashed, label=\"\($0)\"]" } ?? "");"
    }
  }

  /// The drawing in the language of Mermaid, with HTML names or numbers for characters that end a
  /// text or that begin markup, a code or a directive.
  var mermaid: String {
    lines(
      after: "flowchart TD", before: "", lineBreak: "<br/>",
      codes: [
        ("\"", "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("&", "#amp;"),
        ("#", "#35;"), ("%", "#37;"), ("`", "#96;"),
      ]
    ) { label, lifetime in
      switch lifetime {
      case .singleton: "[\"\(label)\"]"
      case .template: "(\"\(label)\")"
      case .reference: "[/\"\(label)\"/]"
      case nil: "([\"\(label)\"])"
      }
    } edge: { from, to, label in
      "\(from) \(label.map { "-. \"\($0)\" .->" } ?? "-->") \(to)"
    }
  }

  /// Returns all lines.
  ///
  /// - Parameters:
  ///   - codes: The codes that replace some characters.
  ///   - node: The text behind a node's number, by its label and lifetime; nil for many factories.
  ///   - edge: The text of an edge, by the numbers of its nodes and its label.
  private func lines(
    after begin: String, before end: String, lineBreak: String,
    codes: [(of: Unicode.Scalar, is: String)], node: (String, Lifetime?) -> String,
    edge: (String, String, String?) -> String
  ) -> String {
    func escaped(_ text: String) -> String {
      Self.escaped(text) { scalar in
        if let code = codes.first(where: { $0.of == scalar }) { return code.is }
        // A space replaces a character that would break a line, or that ends the text for a program
        // that reads C strings.
        return switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: " "
        default: nil
        }
      }
    }
    let nodes = nodes.enumerated().map { number, content in
      let (text, lifetime): ([String], Lifetime?) =
        switch content {
        case .factory(let facts): ([facts.name, facts.productName], facts.lifetime)
        case .many(let type, let count): (["\(count) factories", type], nil)
        }
      return "f\(number)" + node(text.map(escaped).joined(separator: lineBreak), lifetime)
    }
    let edges = edges.map { edge("f\($0.from)", "f\($0.to)", $0.property.map(escaped)) }
    return begin + (nodes + edges).map { "\n  " + $0 }.joined() + end
  }
}
