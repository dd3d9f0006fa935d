/// The initializer that a class names makes objects of that class.
enum InitializerMakesClass {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    draft.makers.compactMap { maker in
      guard !TypeQuery(draft.product).accepts(maker.product) else { return nil }
      return Problem(
        .wrongInitializer, draft.subject, detail: typeName(maker.product),
        candidates: [draft.candidate(at: maker.place)])
    }
  }
}
