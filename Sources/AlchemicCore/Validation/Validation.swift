/// All rules for declarations; each looks at one thing and reports every violation of it.
enum Validation {
  private static let rules: [@Sendable (DetailedDeclaration) -> [Problem]] = [
    RegisteredOnce.problems, CompatibleOptions.problems, Makeable.problems,
    InitializerMakesClass.problems, MethodOfClass.problems, MakesSomething.problems,
  ]

  static func problems(in declarations: [Declaration]) -> [Problem] {
    var problems: [Problem] = []
    for index in declarations.indices {
      guard let declaration = declarations[index].details else { continue }
      for rule in rules { problems += rule(declaration) }
    }
    return problems
  }
}

extension DetailedDeclaration {
  /// What a message calls it before names are given.
  @inline(never)
  var subject: String { givenName ?? defaultName }

  func candidate(at location: CodeLocation?) -> Problem.Candidate {
    Problem.Candidate(name: subject, producing: product, at: location)
  }
}
