import AlchemicRuntime

/// The rule that the options of a declaration neither repeat nor contradict each other.
enum CompatibleOptions {
  static let part = OptionRules { problems(in: $0) }

  /// Each option, and those that it excludes.
  private static let conflicts: [(FactoryOption.Kinds, [FactoryOption.Kinds])] = [
    (.template, [.reference, .weak, .nillable, .transient]),
    (.reference, [.live]),
    (.primary, [.fallback]),
    (.scope, [.template, .weak, .lazy]),
    // Options of the decorated factory apply to the decorator, too.
    (
      .decorates,
      [
        .template, .reference, .weak, .nillable, .transient, .lazy, .live, .primary,
        .fallback, .name, .qualified, .scope, .perRequest, .expires,
      ]
    ),
    // The model does not keep an object of one request.
    (
      .perRequest,
      [.template, .reference, .weak, .nillable, .transient, .lazy, .scope, .expires]
    ),
    // The model does not keep such objects, or cannot create them again.
    (.expires, [.template, .reference, .weak, .scope]),
  ]

  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    if let owner = declaration.owner, let decorates = owner.option(.decorates) {
      return methods(of: owner, decorates, declaration)
    }
    let takesArguments = declaration.maker?.takesArguments == true
    // Only these options can be a mistake on their own.
    let isAlone =
      !takesArguments && declaration.kinds.rawValue.nonzeroBitCount <= 1
      && declaration.more == nil
    if isAlone,
      declaration.kinds.isDisjoint(with: [
        .reference, .weak, .name, .order, .scope, .decorates, .only, .expires, .arguments,
      ])
    {
      return []
    }
    let excluded = conflicts.flatMap { kind, others -> [Problem] in
      guard let option = declaration.option(kind) else { return [] }
      return others.compactMap(declaration.option).map { other in
        problem(.optionConflict, in: declaration, [part(option), part(other)])
      }
    }
    return excluded + (takesArguments ? conflictsWithArguments(in: declaration) : [])
      + [referenceWithMaker, weakValue].compactMap { $0(declaration) }
      + repeated(in: declaration) + empty(in: declaration)
  }

  /// The options that a factory with arguments of its caller cannot have.
  private static let ofShared: [FactoryOption.Kinds] = [
    .weak, .nillable, .transient, .lazy, .scope, .decorates, .perRequest, .expires,
  ]

  /// Returns problems for options of shared objects. A factory whose callers pass arguments creates
  /// an object for each call.
  private static func conflictsWithArguments(in declaration: DetailedDeclaration) -> [Problem] {
    ofShared.compactMap(declaration.option).map { option in
      let arguments = Problem.Candidate.part(
        "arguments of callers", declaration.maker?.location)
      return problem(.optionConflict, in: declaration, [part(option), arguments])
    }
  }

  private static func referenceWithMaker(_ declaration: DetailedDeclaration) -> Problem? {
    guard let reference = declaration.option(.reference) else { return nil }
    if let maker = declaration.makers.first {
      return problem(
        .optionConflict, in: declaration, [part(reference), declaration.candidate(for: maker)])
    }
    // Checks only declarations in `alchemic(_:)`. A subclass may inherit the conformance, and the
    // author of a registration elsewhere need not know of it.
    guard declaration.declaringFunction == DetailedDeclaration.managedFunction,
      declaration.itself != nil
    else { return nil }
    return problem(
      .optionConflict, in: declaration, [part(reference), .part("AlchemicCreatable", nil)])
  }

  /// A method is called on one object, but a decorator wraps each decorated object.
  private static func methods(
    of owner: DetailedDeclaration, _ decorates: FactoryOption, _ method: DetailedDeclaration
  ) -> [Problem] {
    method.problems { maker in
      problem(.optionConflict, in: owner, [part(decorates), method.candidate(for: maker)])
    }
  }

  private static func weakValue(_ declaration: DetailedDeclaration) -> Problem? {
    guard let weak = declaration.option(.weak), !TypeQuery(declaration.product).isOfObjects else {
      return nil
    }
    let type = typeName(declaration.product)
    return problem(.optionForObjects(type: type), in: declaration, [part(weak)])
  }

  /// Returns problems for several names, positions, scopes, decorated types or
  /// profiles.
  private static func repeated(in declaration: DetailedDeclaration) -> [Problem] {
    let kinds: [FactoryOption.Kinds] = [.name, .order, .scope, .decorates, .only, .expires]
    return kinds.compactMap { kind in
      let alike = declaration.options.filter { FactoryOption.Kinds($0.kind) == kind }
      guard alike.count > 1 else { return nil }
      let isRepetition = alike.allSatisfy { $0.kind == alike[0].kind }
      return problem(
        isRepetition ? .repeatedOption : .optionConflict, in: declaration, alike.map(part))
    }
  }

  /// Returns problems for empty names, for times that are over at once, and for arguments that the
  /// function does not have. No request finds an empty name, and a message cannot show it.
  private static func empty(in declaration: DetailedDeclaration) -> [Problem] {
    declaration.options.compactMap { option in
      let fact: Problem.Fact
      switch option.kind {
      case .name(""): fact = .emptyName
      case .expires(let time) where time <= .zero: fact = .noTime
      case .arguments(let positions)
      where positions.lowerBound < 1
        || positions.upperBound > declaration.maker?.arguments.count ?? 0:
        fact = .noParameters
      default: return nil
      }
      return problem(fact, in: declaration, [part(option)])
    }
  }

  /// Returns whether a declaration has an option that excludes another one, or one of its kind.
  static func excludes(_ option: FactoryOption, _ declaration: DetailedDeclaration) -> Bool {
    let kind = FactoryOption.Kinds(option.kind)
    return declaration.has(kind)
      || declaration.maker?.takesArguments == true && ofShared.contains(kind)
      || conflicts.contains { other, excluded in
        other == kind
          ? excluded.contains { declaration.has($0) }
          : declaration.has(other) && excluded.contains(kind)
      }
  }

  // MARK: Parts of the message

  @inline(never)
  private static func part(_ option: FactoryOption) -> Problem.Candidate {
    .part(option.spelling, option.location)
  }

  @inline(never)
  private static func problem(
    _ fact: Problem.Fact, in declaration: DetailedDeclaration, _ parts: [Problem.Candidate]
  ) -> Problem { Problem(fact, declaration.subject, candidates: parts) }
}
