/// `AcRegister` may be called once for a class, or the second would silently change the first.
enum RegisteredOnce {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    guard draft.more != nil, draft.declarations.count > 1 else { return [] }
    return [
      Problem(
        .registeredTwice, draft.subject,
        candidates: draft.declarations.map { draft.candidate(at: $0.place) })
    ]
  }
}
