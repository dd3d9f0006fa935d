/// The rule that no new object of a template needs another object of the same template, endlessly.
///
/// Another rule reports a loop of arguments alone, as an error. A property may have a constant in
/// place of another object, so these problems are warnings.
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
