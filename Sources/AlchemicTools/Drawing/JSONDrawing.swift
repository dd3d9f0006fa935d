import AlchemicCore
import AlchemicRuntime

extension ModelGraph {
  /// The graph as JSON. `Docs/Guides/Seeing/graph.schema.json` is its schema.
  var json: String {
    var text = "{\n  \"factories\": ["
    append(nodes.map(object), to: &text)
    text += "],\n  \"needs\": ["
    append(edges.map(object), to: &text)
    text += "],\n  \"problems\": ["
    append(problems.map(object), to: &text)
    text += "]\n}"
    return text
  }

  private func append(_ values: [JSONValue], to text: inout String) {
    for (number, value) in values.enumerated() {
      text += number == 0 ? "\n    " : ",\n    "
      value.write(to: &text)
    }
    if !values.isEmpty { text += "\n  " }
  }

  private func object(of node: Node) -> JSONValue {
    let facts = node.factory
    return .object([
      ("name", .text(node.name)), ("type", .text(node.type)), ("module", .text(node.module)),
      ("lifetime", .text("\(facts.lifetime)")), ("made", .text("\(facts.making)")),
      ("declared", .text("\(facts.origin)")), ("primary", .flag(facts.isPrimary)),
      ("fallback", .flag(facts.isFallback)),
      ("nillable", .flag(facts.isNillable)), ("weak", .flag(facts.isWeak)),
      ("transient", .flag(facts.isTransient)), ("lazy", .flag(facts.isLazy)),
      ("live", .flag(facts.isLive)), ("perRequest", .flag(facts.isPerRequest)),
      ("byNameOnly", .flag(facts.isFoundByNameOnly)), ("overridden", .flag(node.isOverridden)),
      ("qualifiers", .texts(facts.qualifiers.map { typeName($0.type) })),
      ("order", facts.order.map { .number($0) } ?? .absent),
      ("scope", facts.scope.map { .text(typeName($0.type)) } ?? .absent),
      ("expiresAfter", facts.expiresAfter.map { .text("\($0)") } ?? .absent),
      ("wraps", node.wrapped.map { .text(nodes[$0].name) } ?? .absent),
      ("location", facts.location.map { .text("\($0)") } ?? .absent),
    ])
  }

  /// Many factories are listed by their number.
  private func object(of edge: Edge) -> JSONValue {
    let isMany = edge.chosen.count > Arrows.most
    let isCrowd = edge.candidates.count > Arrows.most
    let others = isCrowd ? [] : edge.candidates.filter { !edge.chosen.contains($0) }
    var purpose: [(String, JSONValue)] = []
    switch edge.purpose {
    case .argument(let position): purpose = [("argument", .number(position))]
    case .property(let name): purpose = [("property", .text(name))]
    case .owner: purpose = [("owner", .flag(true))]
    case .wrapped: purpose = [("wraps", .flag(true))]
    }
    return .object(
      [("from", .text(nodes[edge.from].name))] + purpose + [
        ("type", .text(typeName(edge.type))), ("optional", .flag(edge.isOptional)),
        ("array", .flag(edge.isArray)), ("provider", .flag(edge.isProvider)),
        ("follows", .flag(edge.follows)), ("weak", .flag(edge.isWeak)),
        ("criteria", .texts(edge.criteria)), ("mayHaveCriteria", .flag(edge.mayHaveCriteria)),
        ("to", isMany ? .absent : .texts(edge.chosen.map { nodes[$0].name })),
        ("others", isCrowd ? .absent : .texts(others.map { nodes[$0].name })),
        ("count", isMany ? .number(edge.chosen.count) : .absent),
      ])
  }

  private func object(of problem: Problem) -> JSONValue {
    .object([
      ("id", .text(problem.id.rawValue)), ("message", .text("\(problem)")),
      ("factories", .texts(nodes(of: problem).map { nodes[$0].name })),
    ])
  }
}
