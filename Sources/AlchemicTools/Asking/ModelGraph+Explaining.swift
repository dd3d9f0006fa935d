import AlchemicRuntime
import AlchemicSuggestions
public import AlchemicCore

extension ModelGraph {
  /// Explains the needs that a question names.
  ///
  /// - Parameter question: A host and one of its properties or arguments: `Checkout.store`,
  ///   `Checkout.argument 1`. A host alone selects all its needs. The host is the name of a factory
  ///   or of its product type. A requested type, such as a protocol, selects all needs of that
  ///   type.
  /// - Returns: An explanation for each selected factory and need.
  /// - Throws: ``UnknownNeed`` with the nearest names.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  public func explain(_ question: String) throws(UnknownNeed) -> [Explanation] {
    try edges(named: question).map { explanation(of: $0) }
  }

  func edges(named question: String) throws(UnknownNeed) -> [Edge] {
    let names = nodes.map { node in [node.name, node.type] }
    let found = edges.filter { edge in
      names[edge.from].contains { host in
        host == question
          || question.utf8.count > host.utf8.count && question.hasPrefix(host)
            && question == "\(host).\(edge.label)"
      }
    }
    if !found.isEmpty { return found }
    var spellings: [ObjectIdentifier: String] = [:]
    let requested = edges.filter { edge in
      let key = ObjectIdentifier(edge.element)
      let spelling = spellings[key] ?? typeName(edge.element)
      spellings[key] = spelling
      return spelling == question
    }
    guard requested.isEmpty else { return requested }
    throw UnknownNeed(question, in: self)
  }
}

extension Model {
  /// Explains why a property has its object: which factories fit the type, which of them answers
  /// and why, and whether its object exists.
  ///
  /// ```swift
  /// print(try Alchemic.model.explain(Checkout.self, "store"))
  /// ```
  ///
  /// - Parameters:
  ///   - host: A class or a structure that a factory produces.
  ///   - property: The name of an injected property, or `argument 1`.
  /// - Throws: ``UnknownNeed`` with all needs of the host.
  /// - Complexity: As for ``graph``.
  public func explain(
    _ host: Any.Type, _ property: String
  ) throws(UnknownNeed) -> Explanation {
    let graph = self.graph
    let hosts = Set(graph.nodes.filter { $0.factory.product == host }.map(\.number))
    let found = graph.edges.first { hosts.contains($0.from) && $0.label == property }
    guard let found else { throw UnknownNeed("\(typeName(host)).\(property)", in: graph) }
    return graph.explanation(of: found) { node in state(of: node) }
  }

  private func state(of node: ModelGraph.Node) -> Explanation.ObjectState {
    if node.factory.lifetime == .template { return .eachTime }
    if node.factory.scope != nil { return .inScopes }
    let (exists, setter) = hasObject(of: index.factory(at: node.number))
    return exists ? setter.map { .set(at: $0) } ?? .created : .absent
  }
}

/// The error of a question that selects no need.
public struct UnknownNeed: Error, Sendable, CustomStringConvertible {
  /// The question.
  public let question: String
  /// Possible corrections: all needs of the host if the host exists, otherwise the nearest hosts.
  public let nearest: [String]
  private let host: String?

  init(_ question: String, in graph: ModelGraph) {
    self.question = question
    let hosts = graph.nodes.map { node in [node.name, node.type] }
    let known = hosts.indices.filter { number in
      hosts[number].contains { question == $0 || question.hasPrefix("\($0).") }
    }
    let isKnown = Set(known)
    let needs = graph.edges.filter { isKnown.contains($0.from) }.map {
      "\(graph.nodes[$0.from].type).\($0.label)"
    }
    host = known.first.map { graph.nodes[$0].name }
    nearest = host != nil ? needs.uniqued : Self.nearest(to: question, in: graph)
  }

  private static func nearest(to question: String, in graph: ModelGraph) -> [String] {
    let sought = SoughtName(question)
    let all = graph.edges.map { "\(graph.nodes[$0.from].type).\($0.label)" }.uniqued
    let distances = all.map { sought.distance(to: $0) }
    return all.indices.sorted { distances[$0] < distances[$1] }.prefix(5).map { all[$0] }
  }

  /// The unknown name in the question, and the possible corrections.
  public var description: String {
    let shown = Wording.shown(question)
    let list = nearest.map { "\n   • \(Wording.shown($0))" }.joined()
    if let host {
      let name = "'\(Wording.shown(host))'"
      return nearest.isEmpty
        ? "\(name) has no argument and no injected property"
        : "\(name) has no need '\(shown)'. It has\(list)"
    }
    return nearest.isEmpty
      ? "Nothing is named '\(shown)', and no factory needs anything"
      : "No factory and no need is named '\(shown)'. The nearest needs are\(list)"
  }
}

extension [String] {
  /// The texts without repetitions, in order.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
