/// A method that makes a product is called on an object of the class that declares it.
enum MethodOfClass {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    guard let owner = draft.owner else { return [] }
    return draft.makers.compactMap { maker in
      guard let host = maker.host, !TypeQuery(host).accepts(owner.product) else { return nil }
      return Problem(
        .wrongMethod, owner.subject, detail: typeName(host),
        candidates: [draft.candidate(at: maker.place)])
    }
  }
}
