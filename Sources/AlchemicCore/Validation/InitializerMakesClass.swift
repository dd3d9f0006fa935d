/// The initializer that a class names makes objects of that class; a subclass declares itself.
enum InitializerMakesClass {
  static func problems(in draft: FactoryDraft) -> [Problem] {
    draft.problems { maker in
      guard maker.product != draft.product else { return nil }
      return Problem(
        .wrongInitializer, draft.subject, detail: typeName(maker.product),
        candidates: [draft.candidate(at: maker.place)])
    }
  }
}
