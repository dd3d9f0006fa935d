/// A function that makes objects returns one.
enum MakesSomething {
  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    declaration.problems { maker in
      guard maker.product == Void.self else { return nil }
      return Problem(
        .noProduct, declaration.subject, candidates: [declaration.candidate(at: maker.location)])
    }
  }
}
