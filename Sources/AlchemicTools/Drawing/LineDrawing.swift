import AlchemicCore

/// A drawing in a language in which each node and each arrow is a line.
struct LineDrawing {
  private let graph: ModelGraph
  private let drawn: Arrows
  private let flawed: Set<Int>

  init(of graph: ModelGraph) {
    self.graph = graph
    drawn = Arrows(of: graph)
    flawed = graph.flawedNodes
  }

  /// The drawing in the language of Graphviz.
  ///
  /// A template has round corners. A reference has a dashed line, an object of a scope a double
  /// line, and a transient factory a thick line. A decorator is a house. A node with a problem is
  /// red.
  var dot: String {
    lines(
      after: "digraph Alchemic {\n  node [shape=box];", before: "\n}", lineBreak: "\\n",
      codes: [("\"", "\\\""), ("\\", "\\\\"), ("&", "&amp;")]
    ) { label, node in
      " [label=\"\(label)\"\(Self.dotStyle(of: node.map { ($0, flawed.contains($0.number)) }))];"
    } arrow: { from, to, edge, label in
      let style =
        switch edge.purpose {
        case .property: " [style=dashed, label=\"\(label ?? "")\"]"
        case .wrapped: " [style=bold]"
        case .argument, .owner: edge.isProvider ? " [style=dotted]" : ""
        }
      return "\(from) -> \(to)\(style);"
    }
  }

  private static func dotStyle(of node: (node: ModelGraph.Node, isFlawed: Bool)?) -> String {
    guard let (node, isFlawed) = node else { return ", shape=ellipse" }
    let facts = node.factory
    var styles: [String] = []
    switch facts.lifetime {
    case .singleton: break
    case .template: styles.append("rounded")
    case .reference: styles.append("dashed")
    }
    if facts.isTransient { styles.append("bold") }
    var text =
      styles.isEmpty
      ? "" : ", style=" + (styles.count == 1 ? styles[0] : "\"\(styles.joined(separator: ","))\"")
    if facts.scope != nil { text += ", peripheries=2" }
    if facts.origin == .decorator { text += ", shape=house" }
    return isFlawed ? text + ", color=red" : text
  }

  /// The drawing in the language of Mermaid, with HTML names or numbers for characters that end a
  /// text or that begin markup, a code or a directive.
  var mermaid: String {
    let flaws = flawed.sorted().map { "f\($0)" }.joined(separator: ",")
    return lines(
      after: "flowchart TD",
      before: flaws.isEmpty ? "" : "\n  classDef problem stroke:red\n  class \(flaws) problem",
      lineBreak: "<br/>",
      codes: [
        ("\"", "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("&", "#amp;"),
        ("#", "#35;"), ("%", "#37;"), ("`", "#96;"),
      ]
    ) { label, node in
      guard let facts = node?.factory else { return "([\"\(label)\"])" }
      if facts.origin == .decorator { return "{{\"\(label)\"}}" }
      if facts.scope != nil { return "[[\"\(label)\"]]" }
      return switch facts.lifetime {
      case .singleton: "[\"\(label)\"]"
      case .template: "(\"\(label)\")"
      case .reference: "[/\"\(label)\"/]"
      }
    } arrow: { from, to, edge, label in
      let line = label.map { "-. \"\($0)\" .->" } ?? (edge.purpose == .wrapped ? "==>" : "-->")
      return "\(from) \(line) \(to)"
    }
  }

  /// Returns all lines.
  ///
  /// - Parameters:
  ///   - codes: The codes that replace some characters.
  ///   - node: The text behind a node's number, by its label; nil for many factories.
  ///   - arrow: The text of an arrow, by its ends, the use of the answer, and the name of a
  ///     property.
  private func lines(
    after begin: String, before end: String, lineBreak: String,
    codes: [(of: Unicode.Scalar, is: String)], node: (String, ModelGraph.Node?) -> String,
    arrow: (String, String, ModelGraph.Edge, String?) -> String
  ) -> String {
    func escaped(_ text: String) -> String {
      text.escaped { scalar in
        if let code = codes.first(where: { $0.of == scalar }) { return code.is }
        // A space replaces a character that would break a line, would end the text for a program
        // that reads C strings, or would reverse the direction of the following text.
        return switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x61C, 0x200E...0x200F: " "
        default: nil
        }
      }
    }
    func label(_ texts: [String]) -> String { texts.map(escaped).joined(separator: lineBreak) }
    var text = begin
    for content in graph.nodes {
      let shown = node(label([content.name, content.type]), content)
      text += "\n  f\(content.number)\(shown)"
    }
    if graph.nodes.isEmpty { text += "\n  empty\(node("The model has no factories", nil))" }
    for (number, crowd) in drawn.crowds.enumerated() {
      let shown = node(label(["\(crowd.count) factories", crowd.type]), nil)
      text += "\n  f\(graph.nodes.count + number)\(shown)"
    }
    for drawn in drawn.arrows {
      let edge = graph.edges[drawn.edge]
      let line = arrow("f\(drawn.from)", "f\(drawn.to)", edge, edge.property.map(escaped))
      text += "\n  \(line)"
    }
    return text + end
  }
}
