/// A factory says how its objects are made, or that it is a reference and makes none.
enum Makeable {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    // A reference makes nothing; what it is besides is reported as a conflict.
    guard !draft.isMakeable, !draft.has(.reference) else { return [] }
    return [
      Problem(
        .notMakeable, draft.subject,
        detail: "\(draft.declaration)",
        candidates: [draft.candidate(at: draft.place)])
    ]
  }
}
