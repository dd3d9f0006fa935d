/// All words of all messages: what, where, who needed it, what to do.
enum Wording {
  static func text(of problems: [Problem]) -> String {
    guard problems.count > 1 else { return problems.first.map(text) ?? "" }
    let numbered = problems.enumerated().map { number, problem in
      "\(number + 1)) \(text(of: problem))"
    }
    return (["\(problems.count) problems in the model"] + numbered).joined(separator: "\n\n")
  }

  static func text(of problem: Problem) -> String {
    let lines =
      ["[\(problem.id)] \(headline(problem))"] + neededBy(problem) + named(problem)
      + [underlying(problem), "→ \(remedy(problem))"].compactMap(\.self)
    return lines.joined(separator: "\n   ")
  }

  // MARK: What

  private static func headline(_ problem: Problem) -> String {
    let subject = problem.subject
    let detail = problem.detail
    switch problem.id {
    case .noMatch: return "Nothing produces \(quoted(problem))."
    case .severalMatches:
      return "Expected 1 factory for \(quoted(problem)), found \(problem.candidates.count)."
    case .wrongType: return "'\(subject)' does not fit the type '\(detail)'."
    case .wrongCriteria: return "The criteria for '\(subject)' exclude each other: \(detail)."
    case .notMakeable:
      return "Nothing says how '\(subject)' is made, or that it is a reference."
    case .registeredTwice: return "AcRegister was called twice for '\(subject)'."
    case .duplicateName: return "\(problem.candidates.count) factories are named '\(subject)'."
    case .optionConflict: return "'\(subject)' cannot have both \(detail)."
    case .wrongInitializer: return "The initializer given for '\(subject)' makes '\(detail)'."
    case .wrongMethod: return "The method given for '\(subject)' is one of '\(detail)'."
    case .wrongArguments: return "'\(subject)' cannot be invoked like that: \(detail)."
    case .notInvocable: return "'\(subject)' is a reference: nothing makes it."
    case .transientTemplate:
      return "A property follows '\(subject)', which is a template: nobody can set it."
    case .cycle: return "'\(subject)' needs itself before it exists."
    case .creationFailed: return "Making '\(subject)' failed."
    case .unsetReference:
      return detail.isEmpty
        ? "The reference '\(subject)' was read before AcSet."
        : "The weak reference '\(subject)' was read before AcSet, or after its object was gone."
    case .unexpectedNil: return "'\(subject)' is nil, and an object was asked for."
    case .notNillable: return "AcSet was given nil for '\(subject)', which is not nillable."
    case .notSettable:
      return "AcSet needs 1 factory for \(quoted(problem)) that can be set, found "
        + "\(problem.candidates.count)."
    case .notStarted:
      return detail.isEmpty
        ? "\(subject) was used before Alchemic.start()."
        : "\(subject) was used, but the program was launched with \(detail)."
    case .startedTwice:
      return detail.isEmpty
        ? "Alchemic.start() was called, but Alchemic is started already."
        : "Alchemic.start() was called, but \(detail) started Alchemic when the program was loaded."
    case .startInterrupted:
      return "Alchemic.reset() was called while Alchemic.start() was running."
    case .modelGone: return "'\(subject)' was read after its model was gone."
    default: return subject
    }
  }

  private static func quoted(_ problem: Problem) -> String {
    problem.detail.isEmpty
      ? "'\(problem.subject)'" : "'\(problem.subject)' with \(problem.detail)"
  }

  // MARK: Where

  private static func neededBy(_ problem: Problem) -> [String] {
    problem.path.enumerated().map { position, step in
      let label = problem.id == .cycle ? "→          " : "needed by  "
      return "\(position == 0 ? label : "           ") \(step.subject)\(place(step.place))"
    }
  }

  private static func named(_ problem: Problem) -> [String] {
    let label =
      problem.id == .noMatch
      ? "did you mean"
      : problem.id == .notSettable && problem.candidates.isEmpty ? "" : "•"
    return problem.candidates.map { candidate in
      if problem.id == .optionConflict { return "• \(candidate.name)\(place(candidate.place))" }
      let product = candidate.name == candidate.product ? "" : " (\(candidate.product))"
      return "\(label) '\(candidate.name)'\(product)\(place(candidate.place))"
    }
  }

  private static func place(_ place: Place?) -> String { place.map { " — \($0)" } ?? "" }

  private static func underlying(_ problem: Problem) -> String? {
    problem.underlyingError.map { "because     \($0)" }
  }

  // MARK: What to do

  private static func remedy(_ problem: Problem) -> String {
    let subject = problem.subject
    switch problem.id {
    case .noMatch:
      return problem.detail.isEmpty
        ? "register a factory for \(subject), or ask for an optional"
        : "correct the criteria, register such a factory, or ask for an optional"
    case .severalMatches:
      return "mark one with AcPrimary(), ask for one with AcName(…), or ask for an array"
    case .wrongType: return "use a type that fits, or correct the criteria"
    case .wrongCriteria: return "use AcName alone, or one AcClass with any number of AcProtocol"
    case .notMakeable:
      if problem.detail == FactoryDraft.declaredByType {
        return "register how it is made: model.register(\(subject).init), or add AcReference()"
      }
      return "in alchemic(_:) call AcInitializer(of, \(subject).init) or AcRegister(of, "
        + "AcReference()), or conform to AlchemicCreatable"
    case .registeredTwice: return "put all options into one call"
    case .duplicateName: return "give each its own AcFactoryName(…)"
    case .optionConflict: return "remove one of them"
    case .wrongInitializer: return "give AcInitializer an initializer of \(subject)"
    case .wrongMethod:
      return
        "give AcMethod a method of \(subject), or declare the factory in alchemic(_:) of \(problem.detail)"
    case .wrongArguments:
      return
        "give AcInvoke the arguments in the order of the parameters; those that are left out at "
        + "the end come from the declared sources"
    case .notInvocable: return "use AcGet, or declare how it is made"
    case .transientTemplate: return "use @Injected, or make the factory a singleton or a reference"
    case .cycle:
      return "turn \(problem.detail.isEmpty ? "one argument on the way" : problem.detail) into an "
        + "@Injected property: properties are filled after both objects exist"
    case .creationFailed: return "correct the cause; the next request tries again"
    case .unsetReference:
      return "call AcSet first, or let it be nil with AcNillable() and an optional property"
    case .unexpectedNil: return "ask for an optional, or set an object first"
    case .notNillable: return "add AcNillable() to its registration, or set an object"
    case .notSettable:
      return problem.candidates.isEmpty
        ? "register a singleton or a reference for it: templates cannot be set"
        : "narrow it with AcName(…), or mark one factory with AcPrimary()"
    case .notStarted:
      return problem.detail.isEmpty
        ? "start first, or wrap the call in AcWhenReady { … }" : "launch it without that"
    case .startedTwice:
      return problem.detail.isEmpty
        ? "start once, at the beginning; tests call Alchemic.reset() between"
        : "remove the call, or do not link \(problem.detail)"
    case .startInterrupted: return "reset before the start or after it"
    case .modelGone: return "keep the model as long as its objects"
    default: return "see the problem catalog"
    }
  }
}
