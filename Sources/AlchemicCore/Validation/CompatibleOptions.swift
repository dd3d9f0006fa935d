/// What a factory's declaration says twice or says against itself, whatever the order.
enum CompatibleOptions {
  /// Pairs that exclude each other.
  private static let conflicts: [(FactoryOption.Kinds, FactoryOption.Kinds)] = [
    (.template, .reference), (.template, .weak), (.template, .nillable), (.template, .transient),
  ]

  static func problems(in draft: FactoryDraft) -> [Problem] {
    // Nothing contradicts a single option, but for these.
    let isAlone = draft.kinds.rawValue.nonzeroBitCount <= 1 && draft.more == nil
    if isAlone, draft.kinds.isDisjoint(with: [.reference, .weak, .name, .order]) { return [] }
    let excluded = conflicts.compactMap { first, second -> Problem? in
      guard let first = draft.option(first), let second = draft.option(second) else { return nil }
      return problem(in: draft, parts: [part(first), part(second)])
    }
    return excluded + [referenceWithMaker, weakValue, severalMakers].compactMap { $0(draft) }
      + repeated(in: draft) + emptyNames(in: draft)
  }

  private static func referenceWithMaker(_ draft: FactoryDraft) -> Problem? {
    guard let reference = draft.option(.reference), let maker = draft.makers.first else {
      return nil
    }
    return problem(in: draft, parts: [part(reference), part(maker, of: draft)])
  }

  private static func weakValue(_ draft: FactoryDraft) -> Problem? {
    guard let weak = draft.option(.weak), !TypeQuery(draft.product).isOfObjects else { return nil }
    return Problem(
      .optionConflict, draft.subject,
      detail: "\(weak.spelling), because its products are no objects (\(typeName(draft.product)))",
      candidates: [candidate(part(weak))])
  }

  private static func severalMakers(_ draft: FactoryDraft) -> Problem? {
    guard draft.makers.count > 1 else { return nil }
    return problem(in: draft, parts: draft.makers.map { part($0, of: draft) })
  }

  /// Two names, two positions.
  private static func repeated(in draft: FactoryDraft) -> [Problem] {
    let kinds: [FactoryOption.Kinds] = [.name, .order]
    return kinds.compactMap { kind in
      let alike = draft.options.filter { FactoryOption.Kinds($0.kind) == kind }
      return alike.count > 1 ? problem(in: draft, parts: alike.map(part)) : nil
    }
  }

  /// An empty text finds nothing, and in a message nobody could see it.
  private static func emptyNames(in draft: FactoryDraft) -> [Problem] {
    draft.options.filter { $0.kind == .name("") }.map { option in
      Problem(
        .optionConflict, draft.subject,
        detail: "\(option.spelling), because a name has at least one letter",
        candidates: [candidate(part(option))])
    }
  }

  // MARK: What the message names

  private typealias Part = (spelling: String, place: Place?)

  private static func part(_ option: FactoryOption) -> Part { (option.spelling, option.place) }

  private static func part(_ maker: Maker, of draft: FactoryDraft) -> Part {
    switch draft.origin {
    case .ofClass: ("AcInitializer", maker.place)
    case .method: ("AcMethod", maker.place)
    case .code: ("a function that makes it", maker.place)
    }
  }

  private static func problem(in draft: FactoryDraft, parts: [Part]) -> Problem {
    Problem(
      .optionConflict, draft.subject, detail: parts.map(\.spelling).joined(separator: " and "),
      candidates: parts.map(candidate))
  }

  private static func candidate(_ part: Part) -> Problem.Candidate {
    Problem.Candidate(name: part.spelling, product: part.spelling, place: part.place)
  }
}
