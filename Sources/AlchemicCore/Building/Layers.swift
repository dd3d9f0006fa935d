import AlchemicRuntime

/// How decorators wrap products: see ``Layers``.
final class LayerRules: OptionPart {
  /// Returns the violations of the rules for single declarations, all of them of decorators.
  let problems: @Sendable ([DetailedDeclaration]) -> [Problem]
  /// Returns the factories of declared decorators, in the order in which they apply.
  let factories: @Sendable ([DetailedDeclaration]) -> [Factory]
  let inOrder: @Sendable ([Factory]) -> [Factory]
  let layers:
    @Sendable (_ stacks: [[Factory]], _ decorators: [Factory], _ position: Int) -> [Factory]
  let stacks: @Sendable (_ decorators: [Factory], InheritedFactories) -> [[Factory]]
  /// Returns problems for declared decorators that wrap nothing.
  let idle: @Sendable ([DetailedDeclaration], ArraySlice<Factory>, [AbsentFactory]) -> [Problem]

  init(
    problems: @escaping @Sendable ([DetailedDeclaration]) -> [Problem],
    factories: @escaping @Sendable ([DetailedDeclaration]) -> [Factory],
    inOrder: @escaping @Sendable ([Factory]) -> [Factory],
    layers: @escaping @Sendable ([[Factory]], [Factory], Int) -> [Factory],
    stacks: @escaping @Sendable ([Factory], InheritedFactories) -> [[Factory]],
    idle:
      @escaping @Sendable ([DetailedDeclaration], ArraySlice<Factory>, [AbsentFactory]) -> [Problem]
  ) {
    (self.problems, self.factories, self.inOrder) = (problems, factories, inOrder)
    (self.layers, self.stacks, self.idle) = (layers, stacks, idle)
  }
}

/// The factories whose products wrap those of other factories.
enum Layers {
  static let part = LayerRules(
    problems: { problems(in: $0) }, factories: { inOrder($0.compactMap(\.decorator)) },
    inOrder: { inOrder($0) }, layers: { layers(over: $0, by: $1, from: $2) },
    stacks: { stacks(under: $0, in: $1) }, idle: { idle($0, among: $1, $2) })

  private static func problems(in declarations: [DetailedDeclaration]) -> [Problem] {
    Validation.problems(in: declarations.map { .detailed($0) })
      + declarations.flatMap(\.wrongDecorator)
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

  /// Returns the factories of a parent that decorators of a child wrap, each with its present
  /// layers, as the child has them.
  private static func stacks(
    under decorators: [Factory], in inherited: InheritedFactories
  ) -> [[Factory]] {
    let index = inherited.index
    var bases: [Int: Factory] = [:]
    for decorated in decorators.compactMap(\.decorated) {
      for factory in index.factories(producing: decorated.type) {
        bases[factory.undecorated.position] = factory.undecorated
      }
    }
    return Array(bases.values).ordered(byNumber: { $0.position }).map { base in
      ([base] + index.layers(over: base)).map(inherited.copy)
    }
  }

  /// Returns problems for declared decorators that wrap nothing.
  private static func idle(
    _ declarations: [DetailedDeclaration], among factories: ArraySlice<Factory>,
    _ absent: [AbsentFactory]
  ) -> [Problem] {
    declarations.compactMap { declaration in
      guard let decorator = declaration.decorator, let type = decorator.decorated?.type,
        !factories.contains(where: { $0.isLayer(of: decorator) })
      else { return nil }
      let absent = absent.filter {
        $0.facts.origin != .decorator && TypeQuery(type).accepts($0.facts.product)
      }
      let profiles = Set(absent.flatMap(\.profiles)).sorted()
      return Problem(
        .nothingDecorated(profiles: profiles), typeName(type),
        candidates: [decorator.facts.candidate])
    }
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

  /// Requires that a decorator takes the decorated type and can replace its products.
  fileprivate var wrongDecorator: [Problem] {
    // A reference has no initializer, and cannot be a decorator: that is another problem.
    guard let type = decoratedType, !has(.reference) else { return [] }
    let mistake: Problem.DecoratorMistake? =
      if !TypeQuery(type).accepts(product) { .otherProduct } else if maker?.making == .awaited {
        .isAwaited
      } else if isMakeable, maker?.arguments.contains(where: { $0.type == type }) != true {
        .takesNone
      } else if maker?.arguments.contains(where: { $0.provides(type) }) == true {
        .takesProvider
      } else { nil }
    return mistake.map {
      [
        Problem(
          .wrongDecorator(of: typeName(type), $0), subject, candidates: [candidate(at: location)])
      ]
    } ?? []
  }
}

extension Argument {
  /// Whether the value is a provider of a type, or of an optional of it, with no criteria: in a
  /// decorator of the type, each call would request the decorator itself.
  fileprivate func provides(_ type: Any.Type) -> Bool {
    guard criteria.isEmpty, let product = providerType(self.type)?.product else { return false }
    return product == type || TypeKind.wrapped(in: product) == type
  }
}
