/// All rules for declarations; each looks at one thing and reports every violation of it.
enum Validation {
  private static let rules: [@Sendable (FactoryDraft) -> [Problem]] = [
    RegisteredOnce.problems, CompatibleOptions.problems, Makeable.problems,
    InitializerMakesClass.problems, MethodOfClass.problems, MakesSomething.problems,
  ]

  static func problems(in drafts: [Draft]) -> [Problem] {
    var problems: [Problem] = []
    for index in drafts.indices {
      guard let draft = drafts[index].details else { continue }
      for rule in rules { problems += rule(draft) }
    }
    return problems
  }
}

extension FactoryDraft {
  /// What a message calls it before names are given.
  @inline(never)
  var subject: String { givenName ?? defaultName }

  func candidate(at place: Place?) -> Problem.Candidate {
    Problem.Candidate(name: subject, producing: product, at: place)
  }
}
