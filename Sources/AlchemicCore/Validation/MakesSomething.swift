/// A function that makes objects returns one.
enum MakesSomething {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    draft.problems { maker in
      guard maker.product == Void.self else { return nil }
      return Problem(
        .noProduct, draft.subject, candidates: [draft.candidate(at: maker.place)])
    }
  }
}
