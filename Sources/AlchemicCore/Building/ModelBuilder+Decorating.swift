public import AlchemicRuntime

extension ModelBuilder {
  /// Declares a decorator, which wraps the products of every factory of a type. A request for the
  /// type returns the wrapper: also in an array, by name, and after `AcSet`.
  ///
  /// ```swift
  /// model.decorate((any Store).self) { (inner, metrics: Metrics) in Logging(inner, metrics) }
  /// ```
  ///
  /// A wrapper lives as long as the wrapped object. A singleton is wrapped once, and a template's
  /// product each time. After `AcSet` stores another object, the next request wraps that object. A
  /// request for a class returns an object of the class, without the wrapper.
  ///
  /// The decorator that is declared first is the innermost one, unless `AcOrder` sets another
  /// order. The order of decorator and factory does not matter: it also decorates factories that
  /// are declared before it or discovered later. In a child model, it decorates the factories of
  /// the parent, too.
  ///
  /// - Parameters:
  ///   - type: The type of the wrapped products, for example `(any Store).self`.
  ///   - options: `AcOrder`.
  ///   - make: Wraps one product. Further arguments are resolved by their types. The caller of the
  ///     request receives its errors.
  /// - Complexity: One additional factory for each decorated factory.
  @inlinable
  public func decorate<Target, each Argument>(
    _ type: Target.Type, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line,
    by make: __shared sending @escaping (Target, repeat each Argument) throws -> Target
  ) {
    add(
      .decorates(type, fileID: fileID, line: line), options, of: Target.self,
      from: Target.self, repeat (each Argument).self, in: fileID, at: line
    ) { arguments, memory in
      try arguments.create()
      memory.initialize(
        to: try make(arguments.take(Target.self), repeat arguments.take((each Argument).self)))
    }
  }

  /// Adds a declaration with options.
  ///
  /// - Returns: Whether the declaration is for an active profile.
  @discardableResult
  func append(_ declaration: DetailedDeclaration) -> Bool {
    guard isActive(declaration) else { return false }
    if declaration.has(.fallback) {
      offers = declaration.option(.fallback)?.parts.first(as: Overriding.self)
    }
    if declaration.has(.decorates) {
      decorators.append(declaration)
    } else {
      declarations.append(.detailed(declaration))
    }
    return true
  }
}

extension ModelBuilder {
  /// Adds the layers over the factories of a model, or of its extension.
  ///
  /// - Parameters:
  ///   - factories: The new factories.
  ///   - count: The number of factories that had their layers before.
  /// - Returns: The decorators, for factories that are added later.
  func decorate(_ factories: inout [Factory], after count: Int) -> [Factory] {
    guard let layers else { return [] }
    let all = layers.inOrder((base?.revision.decorators ?? []) + ownDecorators)
    factories += layers.layers(factories.map { [$0] }, all, count + factories.count)
    return all
  }

  /// What wraps products; nil if there are no decorators.
  private var layers: LayerRules? {
    decorators.first?.part(as: LayerRules.self)
      ?? (base?.revision.decorators ?? inheritance?.decorators)?.firstPart(as: LayerRules.self)
  }

  /// The factories of the declared decorators, in the order in which they apply. No model contains
  /// them.
  var ownDecorators: [Factory] {
    decorators.isEmpty ? [] : layers?.factories(decorators) ?? []
  }

  /// Adds the layers of a child model: over its own factories, and, for its own decorators, over
  /// the inherited factories.
  ///
  /// - Returns: The decorators, for its children.
  func decorate(
    _ factories: inout [Factory], inheriting inherited: InheritedFactories,
    own decorators: [Factory]
  ) -> [Factory] {
    guard let layers else { return [] }
    let all = layers.inOrder(inherited.inheritance.decorators + decorators)
    var added = layers.layers(factories.map { [$0] }, all, inherited.count + factories.count)
    added += layers.layers(
      layers.stacks(decorators, inherited), decorators,
      inherited.count + factories.count + added.count)
    factories += added
    return all
  }

  /// The violations of the rules for single declarations.
  var problemsOfDecorators: [Problem] {
    decorators.isEmpty ? [] : layers?.problems(decorators) ?? []
  }

  /// Returns problems for declared decorators that wrap nothing.
  func idleDecorators(among factories: ArraySlice<Factory>) -> [Problem] {
    decorators.isEmpty ? [] : layers?.idle(decorators, factories, absent) ?? []
  }
}
