import AlchemicRuntime

/// All rules for single declarations. Each checks one thing and reports every violation.
enum Validation {
  static func problems(in declarations: [Declaration]) -> [Problem] {
    var problems: [Problem] = []
    for index in declarations.indices {
      guard let declaration = declarations[index].details else { continue }
      problems += declaration.repeatedCalls
      problems += declaration.severalMakers
      problems += declaration.problems { declaration.sourcesOfGiven($0) }
      let rules = declaration.part(as: OptionRules.self)
      if let rules = rules ?? declaration.owner?.part(as: OptionRules.self) {
        problems += rules.problems(declaration)
      }
      problems += declaration.unmakeable
      problems += declaration.problems { declaration.otherClass($0) }
      problems += declaration.problems { declaration.otherOwner($0) }
      problems += declaration.problems { declaration.nothingMade($0) }
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

  /// Requires that at most one function creates the product.
  fileprivate var severalMakers: [Problem] {
    guard more != nil, makers.count > 1 else { return [] }
    return [Problem(.repeatedOption, subject, candidates: makers.map(candidate(for:)))]
  }

  /// The caller is the source of a parameter of the type `Given`.
  fileprivate func sourcesOfGiven(_ maker: Maker) -> Problem? {
    // A method of a decorator is a mistake itself.
    guard maker.takesArguments, owner?.has(.decorates) != true,
      let argument = maker.arguments.first(where: \.hasOtherSource)
    else { return nil }
    let parts = ["Given as argument \(argument.position + 1)", "its other source"]
    return Problem(.optionConflict, subject, candidates: parts.map { .part($0, maker.location) })
  }

  /// A function, as a message about conflicts shows it.
  func candidate(for maker: Maker) -> Problem.Candidate {
    switch origin {
    case .ofClass: .part("AcInitializer", maker.location)
    case .method: .part("AcMethod", maker.location)
    case .code, .decorator: .part("its function", maker.location)
    }
  }

  /// Requires that a factory can create its products or is a reference.
  fileprivate var unmakeable: [Problem] {
    // A reference needs no function. An additional function is reported as a conflict.
    guard !isMakeable, !has(.reference) else { return [] }
    let isForeign = place != nil
    return [
      problem(
        isForeign ? .notMakeableForeign : .notMakeable(declaredIn: declaringFunction), at: location)
    ]
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

extension Problem.Candidate {
  /// Returns a part of a declaration.
  @inline(never)
  static func part(_ spelling: String, _ location: CodeLocation?) -> Problem.Candidate {
    Problem.Candidate(name: spelling, product: spelling, location: location)
  }
}

/// The rule that factory names are unique.
enum UniqueNames {
  /// - Parameter old: The factories of the model that is extended; nil for a new one.
  static func problems(
    in declarations: [Declaration], _ names: FactoryNames, beside old: FactoryIndex? = nil
  ) -> [Problem] {
    guard !names.doubtful.isEmpty else { return [] }
    var byName = [String: [(product: Any.Type, location: CodeLocation?, isQualified: Bool)]]()
    for index in names.doubtful {
      let declaration = declarations[index]
      byName[names.name(of: index, in: declarations), default: []].append(
        (
          declaration.product, declaration.location,
          declaration.details?.longDefaultName != nil
        ))
    }
    let problems = byName.compactMap { name, new -> Problem? in
      let present = old?.originals(named: name).withoutFallbacks.facts ?? []
      let alike = present.map { ($0.product, $0.location, !$0.qualifiers.isEmpty) } + new
      guard alike.count > 1 else { return nil }
      return Problem(
        .duplicateName(
          isOfType: alike.allSatisfy { name == typeName($0.product) },
          isQualified: alike.allSatisfy(\.isQualified)), name,
        candidates: alike.map {
          Problem.Candidate(name: name, producing: $0.product, at: $0.location)
        })
    }
    return problems.ordered(byName: \.subject)
  }
}
