import AlchemicCore
import AlchemicRuntime

/// The factories, needs and problems that the panel shows, as JSON for the script of the page.
///
/// Texts that repeat, such as the reasons of verdicts, are in one list. Others refer to them by
/// position.
struct PageData {
  /// The maximum number of problems that the page shows in full.
  static let mostProblems = 100

  private let graph: ModelGraph
  private let views: PageViews
  private let problems: [ShownProblem]
  private let times: PageTimes?
  private var reasons: [String] = []
  private var positionOfReason: [String: Int] = [:]
  private var absent: [ObjectIdentifier: [String]] = [:]
  /// By edge: the crowd that answers it.
  private var crowdOfEdge: [Int: Int] = [:]
  /// By node: the crowds that contain it.
  private var crowdsOfNode: [Int: [Int]] = [:]

  /// A problem as the page shows it.
  struct ShownProblem {
    let headline: String
    let message: String
    let nodes: [Int]
  }

  init(of views: PageViews, problems: [ShownProblem], times: PageTimes?) {
    graph = views.graph
    self.views = views
    self.problems = problems
    self.times = times
    var known = Set<Int>()
    for arrow in views.arrows.arrows where arrow.to >= graph.nodes.count {
      let crowd = arrow.to - graph.nodes.count
      crowdOfEdge[arrow.edge] = crowd
      guard known.insert(crowd).inserted else { continue }
      for node in graph.edges[arrow.edge].chosen { crowdsOfNode[node, default: []].append(crowd) }
    }
  }

  /// Appends the data. Each factory and each need is one line.
  mutating func write(to text: inout String) {
    text += "{\"modules\": "
    JSONValue.texts(views.texts.moduleNames).write(to: &text)
    text += ",\n\"groups\": "
    JSONValue.array(
      views.groups.groups.map { group in
        .object([("name", .text(Wording.shown(group.name))), ("module", .number(group.module))])
      }
    ).write(to: &text)
    text += ",\n\"problems\": "
    JSONValue.texts(problems.map(\.headline)).write(to: &text)
    text += ",\n\"crowds\": "
    JSONValue.array(
      zip(views.arrows.crowds, views.groupOfCrowd).map { crowd, group in
        .object([
          ("type", .text(Wording.shown(crowd.type))), ("count", .number(crowd.count)),
          ("group", .number(group)),
        ])
      }
    ).write(to: &text)
    if let times {
      text += ",\n\"start\": "
      times.data.write(to: &text)
    }
    var problemsOfNode: [Int: [Int]] = [:]
    for (number, problem) in problems.enumerated() {
      for node in problem.nodes { problemsOfNode[node, default: []].append(number) }
    }
    text += ",\n\"nodes\": ["
    for node in graph.nodes {
      text += node.number == 0 ? "\n" : ",\n"
      object(of: node, problems: problemsOfNode[node.number] ?? []).write(to: &text)
    }
    text += "],\n\"edges\": ["
    for (number, edge) in graph.edges.enumerated() {
      text += number == 0 ? "\n" : ",\n"
      object(of: edge, number: number).write(to: &text)
    }
    text += "],\n\"reasons\": "
    JSONValue.texts(reasons).write(to: &text)
    text += "}"
  }

  private func object(of node: ModelGraph.Node, problems: [Int]) -> JSONValue {
    let (number, facts, texts) = (node.number, node.factory, views.texts)
    let options = node.options
    let crowds = crowdsOfNode[number]
    let created = times?.times(ofNode: number) ?? []
    return .object([
      ("name", .text(texts.names[number])), ("type", .text(texts.types[number])),
      ("module", .number(texts.modules[number])), ("lifetime", .text("\(facts.lifetime)")),
      ("options", options.isEmpty ? .absent : .texts(options)),
      ("declared", .text(node.declaration)),
      ("location", facts.location.map { .text("\($0)") } ?? .absent),
      ("group", .number(views.groups.groupOfNode[number])),
      ("wraps", node.wrapped.map { .number($0) } ?? .absent),
      ("crowds", crowds.map { .array($0.map { .number($0) }) } ?? .absent),
      ("created", created.isEmpty ? .absent : .texts(created)),
      ("problems", problems.isEmpty ? .absent : .array(problems.map { .number($0) })),
    ])
  }

  /// Many candidates are listed by their number.
  private mutating func object(of edge: ModelGraph.Edge, number: Int) -> JSONValue {
    let isMany = edge.candidates.count > Arrows.most
    let considered = isMany ? edge.chosen : graph.considered(for: edge)
    let listed = considered.count > Arrows.most ? [] : considered
    let chosenCount = min(edge.chosen.count, listed.count)
    let verdicts = listed.map { node -> JSONValue in
      .array([.number(node), .number(reason(graph.verdict(on: node, for: edge).text))])
    }
    let excluded = Array(verdicts.dropFirst(chosenCount))
    let criteria = edge.criteria.map { Wording.shown($0) }
    let effect = graph.effect(on: edge, isDirect: true).rawValue
    let update = edge.update(of: graph.nodes[edge.from])
    let absent = absent(of: edge.element)
    return .object([
      ("from", .number(edge.from)), ("label", .text(Wording.shown(edge.label))),
      ("type", .number(reason(Wording.shown(typeName(edge.type))))),
      ("weak", edge.isWeak ? .flag(true) : .absent),
      ("optional", edge.isOptional ? .flag(true) : .absent),
      ("criteria", criteria.isEmpty ? .absent : .texts(criteria)),
      ("open", edge.mayHaveCriteria ? .flag(true) : .absent),
      ("chosen", .array(Array(verdicts.prefix(chosenCount)))),
      ("excluded", excluded.isEmpty ? .absent : .array(excluded)),
      ("absent", absent.isEmpty ? .absent : .texts(absent)),
      ("crowd", crowdOfEdge[number].map { .number($0) } ?? .absent),
      ("count", isMany ? .number(edge.candidates.count) : .absent),
      ("update", .number(reason(update))), ("effect", .number(reason(effect))),
    ])
  }

  /// Returns the position of a text that repeats.
  private mutating func reason(_ text: String) -> Int {
    if let known = positionOfReason[text] { return known }
    positionOfReason[text] = reasons.count
    reasons.append(text)
    return reasons.count - 1
  }

  /// Returns the declarations that the model does not have, as the panel shows them.
  private mutating func absent(of type: Any.Type) -> [String] {
    guard !graph.absent.isEmpty else { return [] }
    if let known = absent[ObjectIdentifier(type)] { return known }
    let found = graph.absent(of: type).map { node in
      let place = node.factory.location.map { " — \($0)" } ?? ""
      return "\(Wording.shown(node.factory.name))\(place): \(node.reason)"
    }
    absent[ObjectIdentifier(type)] = found
    return found
  }
}
