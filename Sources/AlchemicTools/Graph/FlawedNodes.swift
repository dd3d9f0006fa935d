public import AlchemicCore

extension ModelGraph {
  /// The nodes of all problems: see ``nodes(of:)``.
  ///
  /// - Complexity: O(*n* + *s*) in the numbers of nodes and of steps of all problems.
  public var flawedNodes: Set<Int> {
    guard !problems.isEmpty else { return [] }
    let places = NodePlaces(of: self)
    return Set(problems.flatMap(places.nodes))
  }

  /// Returns the nodes of a problem: the factories whose needs led to it. If no need led to it, the
  /// factories that its message lists, for example two with one name.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public func nodes(of problem: Problem) -> [Int] { NodePlaces(of: self).nodes(of: problem) }
}

/// Finds the nodes of a graph by the name and the source location of a factory in a problem.
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
