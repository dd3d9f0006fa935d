extension GraphDrawing {
  /// The drawing as JSON: `{"factories": […], "needs": […]}`. A need has its two factories, and its
  /// property if any. `type` and `count` stand for the second if there are very many.
  var json: String {
    let factories = nodes.compactMap { node -> String? in
      guard case .factory(let facts) = node else { return nil }
      return Self.object([
        ("name", Self.quoted(facts.name)), ("type", Self.quoted(facts.productName)),
        ("lifetime", Self.quoted("\(facts.lifetime)")), ("made", Self.quoted("\(facts.making)")),
        ("primary", "\(facts.isPrimary)"), ("nillable", "\(facts.isNillable)"),
        ("weak", "\(facts.isWeak)"), ("transient", "\(facts.isTransient)"),
        ("lazy", "\(facts.isLazy)"), ("location", facts.location.map { Self.quoted("\($0)") }),
      ])
    }
    let needs = edges.map { edge in
      Self.object(
        fields("from", edge.from) + fields("to", edge.to)
          + [("property", edge.property.map { Self.quoted($0) })])
    }
    return """
      {
        "factories": [\(Self.lines(factories))],
        "needs": [\(Self.lines(needs))]
      }
      """
  }

  private func fields(_ key: String, _ node: Int) -> [(String, String?)] {
    switch nodes[node] {
    case .factory(let facts): [(key, Self.quoted(facts.name))]
    case .many(let type, let count): [("type", Self.quoted(type)), ("count", "\(count)")]
    }
  }

  private static func lines(_ values: [String]) -> String {
    values.isEmpty ? "" : "\n    " + values.joined(separator: ",\n    ") + "\n  "
  }

  /// - Parameter fields: The keys and values. A field without a value is omitted.
  private static func object(_ fields: [(key: String, value: String?)]) -> String {
    let fields = fields.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  @inline(never)
  private static func quoted(_ text: String) -> String {
    let text = escaped(text) { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      // Always four digits.
      case "\0"..<" ": "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: nil
      }
    }
    return "\"\(text)\""
  }
}
