import AlchemicRuntime

/// The initializer that a class names makes objects of that class; a subclass declares itself.
enum InitializerMakesClass {
  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    declaration.problems { maker in
      guard maker.product != declaration.product else { return nil }
      return Problem(
        .wrongInitializer(product: typeName(maker.product)), declaration.subject,
        candidates: [declaration.candidate(at: maker.location)])
    }
  }
}
