import AlchemicRuntime

// Decorators. For each factory that a decorator applies to, there is a factory that wraps its
// products: a layer. A layer lives and is found as what it wraps, and answers in its place.
extension Factory {
  /// Whether this is a layer, or the declaration of a decorator.
  package var isDecorator: Bool { facts.origin == .decorator }

  /// Returns whether this is a layer of a declared decorator.
  func isLayer(of decorator: Factory) -> Bool {
    isDecorator && facts.location == decorator.facts.location
      && facts.product == decorator.facts.product
  }

  /// The factory that `AcSet` sets: the innermost one.
  var undecorated: Factory {
    var factory = self
    while factory.isDecorator, let inner = factory.owner { factory = inner }
    return factory
  }

  /// Returns the problem of a layer over a factory whose callers give arguments.
  func wrappingNeedsArguments(_ inner: Factory) -> Problem {
    let fact = Problem.Fact.wrongDecorator(of: inner.facts.name, .ofArguments)
    return Problem(fact, typeName(facts.product), candidates: [facts.candidate])
  }

  /// The type under which a decorator answers in place of what it wraps.
  var decorated: TypeQuery? {
    arguments.first { $0.role == .wrapped }.map { TypeQuery($0.type) }
  }
}
