import AlchemicRuntime

/// All rules for single declarations. Each checks one thing and reports every violation.
enum Validation {
  static func problems(in declarations: [Declaration]) -> [Problem] {
    var problems: [Problem] = []
    for index in declarations.indices {
      guard let declaration = declarations[index].details else { continue }
      problems += declaration.repeatedCalls
      problems += CompatibleOptions.problems(in: declaration)
      problems += declaration.unmakeable
      problems += declaration.problems { declaration.otherClass($0) }
      problems += declaration.problems { declaration.otherOwner($0) }
      problems += declaration.problems { declaration.nothingMade($0) }
      problems += declaration.wrongDecorator
      if !declaration.fillers.isEmpty { problems += declaration.wrongProperties }
    }
    return problems
  }
}

extension DetailedDeclaration {
  /// `AcRegister` may be called once for a class. A second call would silently change the first.
  fileprivate var repeatedCalls: [Problem] {
    guard more != nil, calls.count > 1 else { return [] }
    return [
      Problem(.registeredTwice, subject, candidates: calls.map { candidate(at: $0.location) })
    ]
  }

  /// Requires that a factory can create its products or is a reference.
  fileprivate var unmakeable: [Problem] {
    // A reference needs no function. An additional function is reported as a conflict.
    guard !isMakeable, !has(.reference) else { return [] }
    return [problem(.notMakeable(declaredIn: declaringFunction), at: location)]
  }

  /// A class's initializer creates objects of that class. Subclasses declare their own.
  fileprivate func otherClass(_ maker: Maker) -> Problem? {
    guard maker.product != product else { return nil }
    return problem(.wrongInitializer(product: typeName(maker.product)), at: maker.location)
  }

  /// A method is called on an object of the class that declares it, with its arguments.
  fileprivate func otherOwner(_ maker: Maker) -> Problem? {
    guard let owner else { return nil }
    let candidates = [candidate(at: maker.location)]
    if let host = maker.host {
      guard !TypeQuery(host).accepts(owner.product) else { return nil }
      return Problem(.wrongMethod(of: typeName(host)), owner.subject, candidates: candidates)
    }
    // `Bank.connection` is a function from a bank to a function. With one source more than the
    // method has parameters, it looks like a static method.
    guard let first = maker.arguments.first, TypeQuery(first.type).accepts(owner.product),
      TypeKind.isFunction(maker.product)
    else { return nil }
    return Problem(.tooManySources, owner.subject, candidates: candidates)
  }

  /// Requires that a function returns a product.
  fileprivate func nothingMade(_ maker: Maker) -> Problem? {
    guard maker.product == Void.self else { return nil }
    return problem(.noProduct, at: maker.location)
  }

  /// Requires that filled properties belong to the class or to a superclass.
  fileprivate var wrongProperties: [Problem] {
    fillers.filter { !TypeQuery($0.product).accepts(product) }.map { filler in
      problem(.wrongProperty(of: typeName(filler.product)), at: filler.location)
    }
  }

  /// Requires that a decorator takes the decorated type and can replace its products.
  fileprivate var wrongDecorator: [Problem] {
    guard let type = decoratedType else { return [] }
    let mistake: Problem.DecoratorMistake? =
      if !TypeQuery(type).accepts(product) { .otherProduct } else if maker?.making == .awaited {
        .isAwaited
      } else if isMakeable, maker?.arguments.contains(where: { $0.type == type }) != true {
        .takesNone
      } else if maker?.arguments.contains(where: { $0.provides(type) }) == true {
        .takesProvider
      } else { nil }
    return mistake.map { [problem(.wrongDecorator(of: typeName(type), $0), at: location)] } ?? []
  }

  /// The name in a message, before unique names are determined.
  @inline(never)
  var subject: String { givenName ?? defaultName }

  private func problem(_ fact: Problem.Fact, at location: CodeLocation?) -> Problem {
    Problem(fact, subject, candidates: [candidate(at: location)])
  }

  @inline(never)
  func candidate(at location: CodeLocation?) -> Problem.Candidate {
    Problem.Candidate(name: subject, producing: product, at: location)
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

/// The rule that factory names are unique.
enum UniqueNames {
  /// - Parameter old: The factories of the model that is extended; nil for a new one.
  static func problems(
    in declarations: [Declaration], _ names: FactoryNames, beside old: FactoryIndex? = nil
  ) -> [Problem] {
    guard !names.doubtful.isEmpty else { return [] }
    var byName = [String: [(product: Any.Type, location: CodeLocation?)]]()
    for index in names.doubtful {
      let declaration = declarations[index]
      byName[names.name(of: index, in: declarations), default: []].append(
        (declaration.product, declaration.location))
    }
    let problems = byName.compactMap { name, new -> Problem? in
      let present = old?.originals(named: name).facts ?? []
      let alike = present.map { ($0.product, $0.location) } + new
      guard alike.count > 1 else { return nil }
      return Problem(
        .duplicateName(isOfType: alike.allSatisfy { name == typeName($0.product) }), name,
        candidates: alike.map {
          Problem.Candidate(name: name, producing: $0.product, at: $0.location)
        })
    }
    return problems.ordered(byName: \.subject)
  }
}
