/// The rule that no new object of a template needs another one of its kind, and so on without end.
///
/// A loop of arguments alone is an error of its own. A property may have a constant in place of
/// another object, so here the problems are warnings.
enum EndlessTemplates {
  static func problems(in graph: DependencyGraph) -> [Problem] {
    graph.endlessTemplates().map { loop in
      let facts = graph.factories(at: loop).facts
      return Problem(
        .withoutCriteria(.cycle(argument: nil)), facts[0].name, candidates: [facts[0].candidate],
        path: facts.map(\.step))
    }
  }
}
