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
    by make: sending @escaping (Target, repeat each Argument) throws -> Target
  ) {
    add(
      options + [.decorates(type, fileID: fileID, line: line)], of: Target.self,
      from: Target.self, repeat (each Argument).self,
      at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      memory.initialize(
        to: try make(arguments.next(Target.self), repeat try arguments.next((each Argument).self)))
    }
  }

  /// Adds a declaration with options.
  ///
  /// - Returns: Whether the declaration is for an active profile.
  @discardableResult
  func append(_ declaration: DetailedDeclaration) -> Bool {
    guard isActive(declaration) else { return false }
    if declaration.has(.decorates) {
      decorators.append(declaration)
    } else {
      declarations.append(.detailed(declaration))
    }
    return true
  }
}

// MARK: Layers

extension ModelBuilder {
  /// Adds the layers over the factories of a model, or of its extension.
  ///
  /// - Parameters:
  ///   - factories: The new factories.
  ///   - count: The number of factories that had their layers before.
  /// - Returns: The decorators, for factories that are added later.
  func decorate(_ factories: inout [Factory], after count: Int) -> [Factory] {
    let old = base?.revision.decorators ?? []
    if decorators.isEmpty, old.isEmpty { return [] }
    let all = Self.inOrder(old + ownDecorators)
    factories += Self.layers(
      over: factories.map { [$0] }, by: all, from: count + factories.count)
    return all
  }

  /// The factories of the declared decorators, in the order in which they apply. No model contains
  /// them.
  var ownDecorators: [Factory] {
    decorators.isEmpty ? [] : Self.inOrder(decorators.compactMap(\.decorator))
  }

  /// Adds the layers of a child model: over its own factories, and, for its own decorators, over
  /// the inherited factories.
  ///
  /// - Returns: The decorators, for its children.
  func decorate(
    _ factories: inout [Factory], inheriting inherited: InheritedFactories,
    own decorators: [Factory]
  ) -> [Factory] {
    let all = Self.inOrder(inherited.revision.decorators + decorators)
    if all.isEmpty { return [] }
    var layers = Self.layers(
      over: factories.map { [$0] }, by: all, from: inherited.count + factories.count)
    let index = inherited.index
    var bases: [Int: Factory] = [:]
    for decorated in decorators.compactMap(\.decorated) {
      for factory in index.factories(producing: decorated.type) {
        bases[factory.undecorated.position] = factory.undecorated
      }
    }
    let stacks = Array(bases.values).ordered(byNumber: { $0.position }).map { base in
      ([base] + index.layers(over: base)).map(inherited.copy)
    }
    layers += Self.layers(
      over: stacks, by: decorators, from: inherited.count + factories.count + layers.count)
    factories += layers
    return all
  }

  /// The violations of the rules for single declarations.
  var problemsOfDecorators: [Problem] {
    decorators.isEmpty ? [] : Validation.problems(in: decorators.map { .detailed($0) })
  }

  /// Returns problems for declared decorators that wrap nothing.
  func idleDecorators(among factories: ArraySlice<Factory>) -> [Problem] {
    decorators.compactMap { declaration in
      guard let decorator = declaration.decorator, let type = decorator.decorated?.type,
        !factories.contains(where: { $0.isLayer(of: decorator) })
      else { return nil }
      return Problem(.nothingDecorated, typeName(type), candidates: [decorator.facts.candidate])
    }
  }

  /// Returns decorators, the innermost first. A decorator of a more general type comes after one of
  /// a more special type, so that a request for the general type receives both.
  private static func inOrder(_ decorators: [Factory]) -> [Factory] {
    var result: [(factory: Factory, query: TypeQuery)] = []
    for factory in decorators.ordered(byNumber: { $0.facts.order ?? .max }) {
      guard let query = factory.decorated else { continue }
      let wider = result.firstIndex { $0.query.type != query.type && $0.query.accepts(query.type) }
      result.insert((factory, query), at: wider ?? result.count)
    }
    return result.map(\.factory)
  }

  /// Returns the layers over factories.
  ///
  /// - Parameters:
  ///   - stacks: Each factory with its present layers.
  ///   - decorators: The innermost first.
  ///   - position: The position of the first layer.
  private static func layers(
    over stacks: [[Factory]], by decorators: [Factory], from position: Int
  ) -> [Factory] {
    let queries = decorators.map(\.decorated)
    var layers: [Factory] = []
    for var stack in stacks {
      for (decorator, query) in zip(decorators, queries) {
        // A layer of another type does not hide the layers below it.
        guard let query, let inner = stack.last(where: { query.accepts($0.facts.product) }) else {
          continue
        }
        let layer = Factory(wrapping: inner, by: decorator, at: position + layers.count)
        layers.append(layer)
        stack.append(layer)
      }
    }
    return layers
  }
}

extension DetailedDeclaration {
  /// The factory of a decorator; nil if the declaration is invalid.
  fileprivate var decorator: Factory? {
    guard let type = decoratedType, let maker, maker.making != .awaited,
      let wrapped = maker.arguments.first(where: { $0.type == type })
    else { return nil }
    let (function, arguments) = (function.function, function.arguments)
    let isPlain = !(TypeKind.isClass(product) || TypeKind.isStruct(product))
    return Factory(
      facts(named: nil), at: 0,
      arguments: arguments.map {
        Argument(copying: $0, as: $0 === wrapped ? .wrapped : $0.role)
      }, hasPlainProducts: isPlain, function)
  }
}
