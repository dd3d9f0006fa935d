/// No object has to be awaited before something can be filled that it needs itself.
///
/// A loop with a property on it is legal where the object that has the property exists before it is
/// filled. One that is awaited is filled at one go, when all else that has to be awaited is there;
/// so two of them cannot each wait for the other.
final class NoAwaitedLoops {
  private let graph: DependencyGraph
  private let injector: (any HostInspector)?

  static func problems(
    in graph: DependencyGraph, _ injector: (any HostInspector)?
  ) -> [Problem] {
    guard graph.awaitsAnything else { return [] }
    return Self(graph, injector).problems
  }

  private init(_ graph: DependencyGraph, _ injector: (any HostInspector)?) {
    (self.graph, self.injector) = (graph, injector)
  }

  private var problems: [Problem] {
    var (direct, others): ([Problem], [Problem]) = ([], [])
    for start in graph.loops().flatMap(stuck).ordered(byNumber: \.self) {
      guard let (problem, isDirect) = problem(of: start) else { continue }
      if isDirect { direct.append(problem) } else { others.append(problem) }
    }
    // Several may be on one loop: each property is told once, if possible with what it holds.
    var told: Set<String> = []
    return (direct + others).filter { told.insert($0.path[0].subject).inserted }
  }

  /// Those on a loop of needs that have to be awaited, and never can be: of several each waits for
  /// the others; one alone, if an argument needs what cannot be filled without it.
  private func stuck(in loop: [Int]) -> [Int] {
    let awaited = loop.filter(graph.isAwaited)
    guard awaited.count == 1 else { return awaited }
    let before = graph.reachable(
      from: awaited, withProperties: .ofOthers, beyondAwaited: false, within: Set(loop))
    return before.contains(awaited[0]) ? awaited : []
  }

  /// The property on the shortest way from the object back to itself; nil if there are only
  /// arguments, which is reported as a cycle.
  private func problem(of start: Int) -> (problem: Problem, isDirect: Bool)? {
    var cameFrom = [Int?](repeating: nil, count: graph.factories.count)
    var reached = [start]
    var next = 0
    while next < reached.count, cameFrom[start] == nil {
      let position = reached[next]
      next += 1
      for needed in graph.needs(at: position) where cameFrom[needed] == nil {
        cameFrom[needed] = position
        reached.append(needed)
      }
    }
    var needed = start
    while let host = cameFrom[needed] {
      if let property = property(of: host, needing: needed) {
        let (facts, target) = (graph.factories[host].facts, graph.factories[start].facts)
        let problem = target.problem(
          .awaitedLoop(host: facts.name),
          path: [Problem.Step("\(facts.name).\(property)", nil), facts.step])
        return (problem, isDirect: needed == start)
      }
      needed = host
      if needed == start { return nil }
    }
    return nil
  }

  private func property(of host: Int, needing needed: Int) -> String? {
    guard !graph.eager[host].contains(needed),
      let index = graph.atOnce[host].firstIndex(where: { graph.choices[$0] == [needed] })
    else { return nil }
    return injector?.properties(of: graph.factories[host].facts.product)[index].name
  }
}
