import AlchemicRuntime

// Decorators. A factory to which a decorator applies has a layer: another factory, which wraps its
// products. A layer has the lifetime and the name of the wrapped factory, and resolves requests in
// its place.
extension Factory {
  /// Whether this is a layer, or the declaration of a decorator.
  package var isDecorator: Bool { facts.origin == .decorator }

  /// Returns whether this is a layer of a declared decorator.
  func isLayer(of decorator: Factory) -> Bool {
    isDecorator && facts.location == decorator.facts.location
      && facts.product == decorator.facts.product
  }

  /// The factory whose object `AcSet` stores: the innermost one.
  package var undecorated: Factory {
    var factory = self
    while factory.isDecorator, let inner = factory.owner { factory = inner }
    return factory
  }

  /// This factory and all that it wraps, the innermost last.
  var wrapped: some Sequence<Factory> {
    sequence(first: self) { $0.isDecorator ? $0.owner : nil }
  }

  /// Returns the problem of a layer over a factory whose callers pass arguments.
  func wrappingNeedsArguments(_ inner: Factory) -> Problem {
    let fact = Problem.Fact.wrongDecorator(of: inner.facts.name, .ofArguments)
    return Problem(fact, typeName(facts.product), candidates: [facts.candidate])
  }

  /// The type for which a decorator resolves requests in place of the wrapped factory.
  var decorated: TypeQuery? {
    arguments.first { $0.role == .wrapped }.map { TypeQuery($0.type) }
  }
}
