import AlchemicRuntime

// Answers with objects of a scope that a task carries. The resolver is for all scopes, so it caches
// none of them.
extension Resolver {
  /// Writes the object that the scope of the calling task has published into memory. Returns false
  /// if there is none.
  ///
  /// - Complexity: O(*n*) in the scopes that the task has open, and in the objects of the scope.
  func copyScoped(to memory: ValueAddress) throws -> Bool {
    var next = CurrentScope.innermost
    while let place = next {
      let scope = place.with(\.enteredReference) ?? place
      if scope.with({ $0.isOf(home) }) {
        if home.isEnded { return false }
        // The scope retains the model, which owns the source.
        let source = borrowedSource.load().unsafelyUnwrapped
        guard let scoped = source.with(\.scoped) else { return false }
        if scope.with({ $0.kind.id == scoped.kind && !$0.isEnded }) {
          guard let object = scope.with({ $0.publishedObject(at: scoped.position) }) else {
            return false
          }
          try scoped.conversion.with { try $0.write(object, at: memory) }
          return true
        }
      }
      next = place.with(\.outerReference)
    }
    return false
  }

  /// Whether a request would throw `no-scope`.
  package var isOutOfScope: Bool {
    guard has(ResolverTraits.scoped), !isOptional, let model = home.model else { return false }
    return withExtendedLifetime(model) {
      source.factories.contains { factory in
        factory.facts.scope.map { model.scope(of: $0) == nil } ?? false
      }
    }
  }
}

/// The answer with an object that a scope keeps.
struct ScopedAnswer {
  /// The identity of the kind of scope.
  let kind: ObjectIdentifier
  /// The position of the factory.
  let position: Int
  /// The conversion, which lives as long as the source.
  let conversion: Borrowed<ProductConversion>

  /// Nil unless a scope keeps the products of the first factory.
  init?(_ factories: [Factory], _ conversions: [ProductConversion]) {
    guard let factory = factories.first, let kind = factory.facts.scope else { return nil }
    self.kind = kind.id
    position = factory.position
    conversion = Borrowed(conversions[0])
  }
}
