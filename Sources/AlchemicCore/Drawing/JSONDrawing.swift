extension GraphDrawing {
  /// As JSON: `{"factories": […], "needs": […]}`; a need names its two factories, and the property
  /// if there is one. In place of the second, `type` and `count` say that there are very many.
  var json: String {
    let factories = nodes.compactMap { node -> String? in
      guard case .factory(let facts) = node else { return nil }
      let fields =
        [
          ("name", Self.quoted(facts.name)), ("type", Self.quoted(facts.productName)),
          ("lifetime", Self.quoted("\(facts.lifetime)")),
          ("made", Self.quoted("\(facts.making)")), ("primary", "\(facts.isPrimary)"),
          ("nillable", "\(facts.isNillable)"), ("weak", "\(facts.isWeak)"),
          ("transient", "\(facts.isTransient)"), ("lazy", "\(facts.isLazy)"),
        ] + (facts.location.map { [("location", Self.quoted("\($0)"))] } ?? [])
      return Self.object(fields)
    }
    let needs = edges.map { edge in
      Self.object(
        fields("from", edge.from) + fields("to", edge.to)
          + (edge.property.map { [("property", Self.quoted($0))] } ?? []))
    }
    return """
      {
        "factories": [\(Self.lines(factories))],
        "needs": [\(Self.lines(needs))]
      }
      """
  }

  private func fields(_ key: String, _ node: Int) -> [(String, String)] {
    switch nodes[node] {
    case .factory(let facts): [(key, Self.quoted(facts.name))]
    case .many(let type, let count): [("type", Self.quoted(type)), ("count", "\(count)")]
    }
  }

  private static func lines(_ values: [String]) -> String {
    values.isEmpty ? "" : "\n    " + values.joined(separator: ",\n    ") + "\n  "
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
