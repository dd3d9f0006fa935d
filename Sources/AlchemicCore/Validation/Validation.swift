/// All rules for declarations; each looks at one thing and reports every violation of it.
enum Validation {
  static func problems(in drafts: [FactoryDraft]) -> [Problem] {
    drafts.flatMap { draft in
      RegisteredOnce.problems(in: draft) + CompatibleOptions.problems(in: draft)
        + Makeable.problems(in: draft) + InitializerMakesClass.problems(in: draft)
        + MethodOfClass.problems(in: draft)
    }
  }
}

extension FactoryDraft {
  /// What a message calls it before names are given.
  var subject: String { givenName ?? defaultName }

  func candidate(at place: Place?) -> Problem.Candidate {
    Problem.Candidate(name: subject, producing: product, at: place)
  }
}
