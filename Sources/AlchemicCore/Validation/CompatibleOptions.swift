import AlchemicRuntime

/// The rule that the options of a declaration neither repeat nor contradict each other.
enum CompatibleOptions {
  /// Pairs that exclude each other.
  private static let conflicts: [(FactoryOption.Kinds, FactoryOption.Kinds)] = [
    (.template, .reference), (.template, .weak), (.template, .nillable), (.template, .transient),
  ]

  static func problems(in declaration: DetailedDeclaration) -> [Problem] {
    // Only these options can be a mistake on their own.
    let isAlone = declaration.kinds.rawValue.nonzeroBitCount <= 1 && declaration.more == nil
    if isAlone, declaration.kinds.isDisjoint(with: [.reference, .weak, .name, .order]) {
      return []
    }
    let excluded = conflicts.compactMap { first, second -> Problem? in
      guard let first = declaration.option(first), let second = declaration.option(second) else {
        return nil
      }
      return problem(in: declaration, parts: [part(first), part(second)])
    }
    return excluded + [referenceWithMaker, weakValue, severalMakers].compactMap { $0(declaration) }
      + repeated(in: declaration) + emptyNames(in: declaration)
  }

  private static func referenceWithMaker(_ declaration: DetailedDeclaration) -> Problem? {
    guard let reference = declaration.option(.reference), let maker = declaration.makers.first
    else {
      return nil
    }
    return problem(in: declaration, parts: [part(reference), part(maker, of: declaration)])
  }

  private static func weakValue(_ declaration: DetailedDeclaration) -> Problem? {
    guard let weak = declaration.option(.weak), !TypeQuery(declaration.product).isOfObjects else {
      return nil
    }
    return Problem(
      .optionConflict, declaration.subject,
      detail:
        "\(weak.spelling), because its products are no objects (\(typeName(declaration.product)))",
      candidates: [candidate(part(weak))])
  }

  private static func severalMakers(_ declaration: DetailedDeclaration) -> Problem? {
    guard declaration.makers.count > 1 else { return nil }
    return problem(in: declaration, parts: declaration.makers.map { part($0, of: declaration) })
  }

  /// Returns problems for several names or several positions.
  private static func repeated(in declaration: DetailedDeclaration) -> [Problem] {
    let kinds: [FactoryOption.Kinds] = [.name, .order]
    return kinds.compactMap { kind in
      let alike = declaration.options.filter { FactoryOption.Kinds($0.kind) == kind }
      return alike.count > 1 ? problem(in: declaration, parts: alike.map(part)) : nil
    }
  }

  /// Returns problems for empty names. Such a name finds nothing and is invisible in a message.
  private static func emptyNames(in declaration: DetailedDeclaration) -> [Problem] {
    declaration.options.filter { $0.kind == .name("") }.map { option in
      Problem(
        .optionConflict, declaration.subject,
        detail: "\(option.spelling), because a name has at least one letter",
        candidates: [candidate(part(option))])
    }
  }

  // MARK: Parts of the message

  private typealias Part = (spelling: String, location: CodeLocation?)

  private static func part(_ option: FactoryOption) -> Part { (option.spelling, option.location) }

  private static func part(_ maker: Maker, of declaration: DetailedDeclaration) -> Part {
    switch declaration.origin {
    case .ofClass: ("AcInitializer", maker.location)
    case .method: ("AcMethod", maker.location)
    case .code: ("a function that makes it", maker.location)
    }
  }

  private static func problem(in declaration: DetailedDeclaration, parts: [Part]) -> Problem {
    Problem(
      .optionConflict, declaration.subject,
      detail: parts.map(\.spelling).joined(separator: " and "),
      candidates: parts.map(candidate))
  }

  private static func candidate(_ part: Part) -> Problem.Candidate {
    Problem.Candidate(name: part.spelling, product: part.spelling, location: part.location)
  }
}
