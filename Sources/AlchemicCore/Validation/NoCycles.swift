import AlchemicRuntime

/// The rule that no object is, directly or indirectly, an argument of its own initializer.
enum NoEagerCycles {
  static func problems(in graph: DependencyGraph, _ index: FactoryIndex) -> [Problem] {
    graph.cycles.map { cycle in
      let path = cycle + [cycle[0]]
      return Problem(
        selfDecoration(cycle, in: graph, index) ?? proposal(for: path, in: graph),
        cycle[0].facts.name, path: cycle.reversed().map(\.facts.step))
    }
  }

  /// Returns the fact for a factory that takes a protocol or a superclass of its own product.
  private static func selfDecoration(
    _ cycle: [Factory], in graph: DependencyGraph, _ index: FactoryIndex
  ) -> Problem.Fact? {
    let factory = cycle[0]
    guard cycle.count == 1, let position = graph.argument(of: factory, from: factory) else {
      return nil
    }
    let type = TargetShape(factory.arguments[position].type).element
    guard type != factory.facts.product || TypeKind.isExistential(type) else { return nil }
    guard !TargetShape(factory.arguments[position].type).isArray else {
      return .selfComposition(argument: position + 1, of: typeName(type))
    }
    let other = index.factories(producing: type).first { $0 !== factory }
    return .selfDecoration(
      argument: position + 1, type: typeName(type), other: other?.facts.name,
      isDecorator: factory.decorated?.type == type)
  }

  /// Returns the argument that could be a property instead: the first one of a class's initializer.
  private static func proposal(for path: [Factory], in graph: DependencyGraph) -> Problem.Fact {
    let edges = zip(path, path.dropFirst())
    let canHaveProperties = edges.filter { factory, _ in
      factory.owner == nil && TypeKind.isClass(factory.facts.product)
    }
    for (factory, needed) in canHaveProperties {
      if let number = graph.argument(of: factory, from: needed) {
        let argument = factory.arguments[number]
        let type = typeName(argument.type)
        return argument.role == .property
          ? .cycleOfFilled(taking: type)
          : .cycle(argument: (number + 1, factory.facts.name, type))
      }
    }
    return .cycle(argument: nil)
  }
}

/// The rule that no awaited object is needed to inject an object that it needs itself.
///
/// A loop with a property is legal if the host of the property exists before its injection. An
/// awaited object is created and injected in one step, after all objects that it awaits. So two of
/// them cannot wait for each other.
struct NoAwaitedLoops {
  fileprivate let graph: DependencyGraph
  fileprivate let reader: NeedReader

  fileprivate var problems: [Problem] {
    var (direct, others): ([Problem], [Problem]) = ([], [])
    for start in graph.loops().flatMap(stuck).ascending {
      guard let (problem, isDirect) = problem(of: start) else { continue }
      if isDirect { direct.append(problem) } else { others.append(problem) }
    }
    // Several factories may be on one loop. Each property is reported once, preferably with its own
    // value.
    var told: Set<String> = []
    return (direct + others).filter { told.insert($0.path[0].subject).inserted }
  }

  /// Returns the factories on a loop that can never be awaited. If there are several, they wait for
  /// each other. A single one waits forever if an argument needs an object whose injection needs
  /// the factory's object.
  private func stuck(in loop: [Int]) -> [Int] {
    let awaited = loop.filter(graph.isAwaited)
    guard awaited.count == 1 else { return awaited }
    let before = graph.reachable(
      from: awaited, withProperties: .ofOthers, beyondAwaited: false, within: Set(loop))
    return before.contains(awaited[0]) ? awaited : []
  }

  /// Returns a problem for the property on the shortest path from a factory back to itself. Returns
  /// nil if the path has only arguments, which another rule reports as a cycle.
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
          .awaitedLoop(host: facts.productName),
          path: [Problem.Step("\(facts.productName).\(property)", nil), facts.step])
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
    var names: [String] = []
    reader.read(graph.factories[host]) { need in
      if case .property(let property, _, isAtOnce: true) = need { names.append(property.name) }
    }
    return names[index]
  }
}

/// The rule for loops that can never be awaited, if the program has any asynchronous function: the
/// declaration of one stores it. So other programs do not contain ``NoAwaitedLoops``.
final class AwaitedLoops: Sendable {
  private static let used = LazyReference()

  let problems: @Sendable (DependencyGraph, FactoryIndex, (any HostInspector)?) -> [Problem]

  private init(
    problems:
      @escaping @Sendable (DependencyGraph, FactoryIndex, (any HostInspector)?) -> [Problem]
  ) {
    self.problems = problems
  }

  /// Called for each asynchronous function.
  static func use() {
    _ = used.object {
      AwaitedLoops { NoAwaitedLoops(graph: $0, reader: NeedReader(of: $1, $2)).problems }
    }
  }

  static func problems(
    in graph: DependencyGraph, _ index: FactoryIndex, _ injector: (any HostInspector)?
  ) -> [Problem] {
    guard graph.awaitsAnything, let rule: Borrowed<AwaitedLoops> = used.reference?.assumed() else {
      return []
    }
    return rule.object.problems(graph, index, injector)
  }
}
