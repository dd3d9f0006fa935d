import AlchemicRuntime

/// No object is an argument, directly or by way of others, of its own initializer.
enum NoEagerCycles {
  static func problems(in graph: DependencyGraph) -> [Problem] {
    graph.cycles.map { cycle in
      let path = cycle + [cycle[0]]
      return Problem(
        .cycle(argument: proposal(for: path, in: graph)), cycle[0].facts.name,
        path: cycle.reversed().map(\.facts.step))
    }
  }

  /// Which argument could be a property instead: the first one of an initializer of a class.
  private static func proposal(
    for path: [Factory], in graph: DependencyGraph
  ) -> String? {
    let edges = zip(path, path.dropFirst())
    let canHaveProperties = edges.filter { factory, _ in
      factory.owner == nil && TypeKind.isClass(factory.facts.product)
    }
    for (factory, needed) in canHaveProperties {
      if let argument = graph.argument(of: factory, from: needed) {
        let type = typeName(factory.arguments[argument].type)
        return "argument \(argument + 1) of '\(factory.facts.name)' (\(type))"
      }
    }
    return nil
  }
}
