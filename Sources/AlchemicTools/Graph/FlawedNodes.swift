public import AlchemicCore

extension ModelGraph {
  /// The nodes that the problems are about: see ``nodes(of:)``.
  ///
  /// - Complexity: O(*n* + *s*) in the nodes and the steps of all problems.
  public var flawedNodes: Set<Int> {
    guard !problems.isEmpty else { return [] }
    let places = NodePlaces(of: self)
    return Set(problems.flatMap(places.nodes))
  }

  /// Returns the nodes that a problem is about: those whose needs led to it. If no need did, those
  /// that its message lists, for example two of one name.
  ///
  /// - Complexity: O(*n*) in the nodes.
  public func nodes(of problem: Problem) -> [Int] { NodePlaces(of: self).nodes(of: problem) }
}

/// The nodes of a graph by what a problem shows of a factory: its name and its source location.
struct NodePlaces {
  private var byName: [String: [Int]] = [:]
  private let nodes: [ModelGraph.Node]

  init(of graph: ModelGraph) {
    nodes = graph.nodes
    for node in nodes { byName[node.name, default: []].append(node.number) }
  }

  func nodes(of problem: Problem) -> [Int] {
    let steps = (problem.path + problem.alsoNeededBy).flatMap(nodes)
    if !steps.isEmpty { return steps.uniqued }
    let named = problem.candidates.flatMap { candidate in
      nodes(named: candidate.name, at: candidate.location)
    }
    return (named.isEmpty ? nodes(named: problem.subject, at: nil) : named).uniqued
  }

  /// Returns the nodes of a step, whose subject may continue after the name: `Cart (argument 1)`.
  private func nodes(of step: Problem.Step) -> [Int] {
    let exact = nodes(named: step.subject, at: step.location)
    guard exact.isEmpty, let end = step.subject.lastIndex(of: "(") else { return exact }
    return nodes(named: String(step.subject[..<end].dropLast()), at: step.location)
  }

  private func nodes(named name: String, at location: CodeLocation?) -> [Int] {
    let named = byName[name] ?? []
    let here = named.filter { nodes[$0].factory.location == location }
    return here.isEmpty ? named : here
  }
}

extension [Int] {
  /// The numbers without repetitions, in ascending order.
  fileprivate var uniqued: [Int] { Set(self).sorted() }
}
