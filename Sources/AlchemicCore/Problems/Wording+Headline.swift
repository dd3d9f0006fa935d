// What the problem is: one sentence.
extension Wording {
  static func headline(_ problem: Problem) -> String {
    let subject = problem.subject
    let detail = problem.detail
    let count = problem.candidates.count
    switch problem.id.kind {
    case .noMatch: return "Nothing produces \(quoted(problem))."
    case .severalMatches:
      let found = problem.candidates.allSatisfy(\.isPrimary) ? "\(count) primaries" : "\(count)"
      return "Expected 1 factory for \(quoted(problem)), found \(found)."
    case .wrongType:
      if isOfWeakValue(problem) { return "'\(subject)' cannot be held weakly: it is no object." }
      return "\(misfit(problem)) does not fit the type '\(detail)'."
    case .wrongCriteria: return "The criteria for '\(subject)' exclude each other: \(detail)."

    case .notMakeable:
      return "Nothing says how '\(subject)' is made, or that it is a reference."
    case .registeredTwice:
      return "AcRegister was called \(count == 2 ? "twice" : "\(count) times") for '\(subject)'."
    case .duplicateName:
      return "\(count) factories are named '\(subject)'"
        + (isNamedByType(problem) ? ", which is the name of their type." : ".")
    case .optionConflict: return optionConflict(problem)
    case .wrongInitializer: return "The initializer given for '\(subject)' makes '\(detail)'."
    case .wrongMethod: return "The method given for '\(subject)' \(whatIsWrong(problem))."
    case .noProduct: return "The function that should make '\(subject)' returns nothing."
    case .unmarkedSubclass:
      return
        "'\(subject)' says AlchemicCreatable, and is not found, because it inherits AlchemicManaged."
    case .twoCopies:
      return "'\(subject)' has a copy of Alchemic of its own, so its classes are not found."
    case .transientTemplate:
      return "A property follows '\(subject)', which is a template: nobody can set it."

    case .weakTemplate:
      return "A weak property gets an object of its own from '\(subject)', which nobody keeps."

    case .cycle:
      return isOfTemplates(problem)
        ? "Each new '\(subject)' needs another one, without end."
        : "'\(subject)' needs itself before it exists."
    case .creationFailed: return "Making '\(subject)' failed."
    case .unsetReference:
      return detail.isEmpty
        ? "The reference '\(subject)' was read before AcSet."
        : "The weak reference '\(subject)' was read before AcSet, or after its object was gone."
    case .unexpectedNil:
      return detail.isEmpty
        ? "'\(subject)' is nil, and an object was asked for."
        : "Making '\(subject)' gave nil, and it is not nillable."
    case .tooDeep:
      return
        "'\(subject)' is needed \(detail) steps deep, and this thread's stack is nearly used up."

    case .needsAwait:
      if problem.hint == .isOfStart {
        return "'\(subject)' has to be awaited, and this start does not wait."
      }
      if problem.hint == .isOfDiscovery {
        return "'\(subject)' has to be awaited, and this Alchemic.discover() does not wait."
      }
      if problem.hint == .isFollowed {
        return "'\(subject)' has to be awaited, and a property that follows it cannot wait."
      }
      return "'\(subject)' has to be awaited, and "
        + (isOfTemplates(problem) ? "this request does not wait." : "is not there yet.")
    case .needsMainActor:
      let relation =
        detail.isEmpty ? "made on the main actor" : "a '\(detail)' on the main actor only"
      return "'\(subject)' is \(relation), and "
        + (problem.hint == .isOfStart
          ? "this start is elsewhere."
          : problem.hint == .isOfDiscovery
            ? "this Alchemic.discover() is elsewhere." : "was asked for elsewhere.")
    case .cannotWait:
      if problem.hint == .isLoop {
        return "'\(subject)' has to be awaited by something that it needs itself."
      }
      return "Every '\(subject)' has to be awaited, and what needs it cannot wait."

    case .wrongArguments: return "'\(subject)' cannot be invoked like that: \(detail)."
    case .notInvocable: return "'\(subject)' is a reference: nothing makes it."

    case .notSettable:
      if problem.candidates.isEmpty { return "AcSet found nothing to set for \(quoted(problem))." }
      if isOfTemplates(problem) { return "AcSet found only templates for \(quoted(problem))." }
      return "AcSet needs 1 factory for \(quoted(problem)), found \(count)."
    case .notNillable: return "AcSet was given nil for '\(subject)', which is not nillable."

    case .notStarted:
      if problem.hint == .isStarting { return "\(subject) was used before the start was done." }
      if problem.hint == .isDiscovering {
        return "\(subject) was used by a declaration that it has found itself."
      }
      if problem.underlyingError != nil {
        return "\(subject) was used, but Alchemic.start() failed."
      }
      return detail.isEmpty
        ? "\(subject) was used before Alchemic.start()."
        : "\(subject) was used, but the program was launched with \(detail)."
    case .startedTwice:
      return detail.isEmpty
        ? "Alchemic.start() was called, but Alchemic is started already."
        : "Alchemic.start() was called, but \(detail) started Alchemic when the program was loaded."
    case .startInterrupted:
      let interrupted = detail.isEmpty ? "Alchemic.start()" : detail
      return "Alchemic.reset() was called before \(interrupted) was done."
    case .modelGone: return "'\(subject)' was asked for after its model was gone."
    }
  }

  private static func quoted(_ problem: Problem) -> String {
    problem.detail.isEmpty
      ? "'\(problem.subject)'" : "'\(problem.subject)' with \(problem.detail)"
  }

  /// A factory by its name, and by its product where that is another word.
  private static func misfit(_ problem: Problem) -> String {
    guard let candidate = problem.candidates.first, candidate.name == problem.subject,
      candidate.type != candidate.name
    else { return "'\(problem.subject)'" }
    return "'\(candidate.name)' gives '\(candidate.type)', which"
  }

  private static func whatIsWrong(_ problem: Problem) -> String {
    switch problem.hint {
    case .hasTooManySources: "has fewer parameters than sources"
    default: "belongs to '\(problem.detail)'"
    }
  }

  private static func optionConflict(_ problem: Problem) -> String {
    let names = problem.candidates.map(\.name)
    guard names.count > 1 else {
      return "'\(problem.subject)' cannot have \(problem.detail)."
    }
    if Set(names).count == 1 {
      return "'\(problem.subject)' cannot have \(names[0]) more than once."
    }
    return "'\(problem.subject)' cannot have \(names.count == 2 ? "both" : "all of") "
      + "\(problem.detail)."
  }
}

// What several tables ask of a problem.
extension Wording {
  /// Whether none of the factories was given its name.
  static func isNamedByType(_ problem: Problem) -> Bool {
    problem.candidates.allSatisfy { $0.name == $0.type }
  }

  /// Whether it is `AcInvoke` that asked.
  static func isOfInvocation(_ problem: Problem) -> Bool {
    problem.path.contains { $0.subject == "AcInvoke" }
  }

  /// The function to ask with instead.
  static func asynchronousForm(_ problem: Problem) -> String {
    isOfInvocation(problem) ? "AcInvokeAsync(…)" : "AcGetAsync()"
  }

  static func isOfTemplates(_ problem: Problem) -> Bool {
    !problem.candidates.isEmpty && problem.candidates.allSatisfy(\.isTemplate)
  }

  /// Whether a `@Weak` property was given something that is no object.
  static func isOfWeakValue(_ problem: Problem) -> Bool {
    problem.candidates.isEmpty && problem.detail == "AnyObject"
  }
}
