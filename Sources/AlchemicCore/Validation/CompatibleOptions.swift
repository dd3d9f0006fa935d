/// Options that contradict each other, whatever their order.
enum CompatibleOptions {
  /// Pairs that exclude each other.
  private static let conflicts: [(FactoryOption, FactoryOption)] = [
    (.template, .reference),
    (.template, .nillable),
  ]

  static func problems(in draft: FactoryDraft) -> [Problem] {
    let options = draft.options
    var problems = conflicts.compactMap { first, second in
      options.contains(first) && options.contains(second)
        ? problem(in: draft, "\(first.spelling) and \(second.spelling)", [draft.place]) : nil
    }
    if options.contains(.reference), let maker = draft.makers.first {
      problems.append(
        problem(in: draft, "AcReference() and an initializer", [draft.place, maker.place]))
    }
    if draft.makers.count > 1 {
      problems.append(problem(in: draft, "two initializers", draft.makers.map(\.place)))
    }
    let names = options.filter { if case .name = $0.kind { true } else { false } }
    if names.count > 1 {
      let spelled = names.map(\.spelling).joined(separator: " and ")
      problems.append(problem(in: draft, spelled, [draft.place]))
    }
    return problems
  }

  private static func problem(
    in draft: FactoryDraft, _ both: String, _ places: [Place?]
  ) -> Problem {
    Problem(
      .optionConflict, draft.subject, detail: both,
      candidates: places.map { draft.candidate(at: $0) })
  }
}
