/// No object is an argument, directly or by way of others, of its own initializer.
enum NoEagerCycles {
  static func problems(in graph: DependencyGraph) -> [Problem] {
    graph.cycles.map { cycle in
      Problem(
        .cycle, cycle[0].facts.name,
        path: (cycle + [cycle[0]]).map(\.facts.step))
    }
  }
}
