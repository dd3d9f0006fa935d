// What to do about it: an imperative.
extension Wording {
  static func remedy(_ problem: Problem) -> String {
    let detail = problem.detail
    /// The class that the problem is about, whatever name its factory has.
    let type = problem.candidates.first?.type ?? problem.subject
    switch problem.id.kind {
    case .noMatch:
      switch problem.hint {
      case .isUnmarkedSubclass:
        return
          "add AlchemicSubclass to \(problem.subject): a class that inherits AlchemicManaged is "
          + "not found by that"
      case .isConstrainedProtocol:
        return "register it as that very type, for example { … as \(problem.subject) }: a protocol "
          + "with arguments is not found by conformance"
      default: break
      }
      return detail.isEmpty
        ? "register a factory for \(problem.subject), or ask for an optional"
        : "correct the criteria, register such a factory, or ask for an optional"
    case .severalMatches:
      let primary =
        problem.candidates.allSatisfy(\.isPrimary)
        ? "leave AcPrimary() on one only" : "mark one with AcPrimary()"
      return "\(primary), ask for one with AcName(…), or ask for an array"
    case .wrongType:
      return isOfWeakValue(problem)
        ? "use @Injected" : "use a type that fits, or correct the criteria"
    case .wrongCriteria: return "use AcName alone, or one AcClass with any number of AcProtocol"

    case .notMakeable:
      if detail == "\(DetailedDeclaration.declaredByType)" {
        return "register what makes it with model.register { … }, or add AcReference()"
      }
      return "in \(detail) call AcInitializer(of, \(type).init) or AcRegister(of, AcReference()), "
        + "or conform to AlchemicCreatable"
    case .registeredTwice: return "put all options into one call"
    case .duplicateName:
      return "give each its own AcFactoryName(…)"
        + (isNamedByType(problem) ? ", or mark the one that replaces another with AcPrimary()" : "")
    case .optionConflict:
      return problem.candidates.count == 1 ? "remove it" : "keep only one of them"
    case .wrongInitializer: return "give AcInitializer an initializer of \(type)"
    case .wrongMethod:
      switch problem.hint {
      case .hasTooManySources: return "give AcMethod one source for each parameter, or none at all"
      default: break
      }
      return "give AcMethod a method of \(problem.subject), or move it to alchemic(_:) of \(detail)"
    case .noProduct: return "return the object"
    case .unmarkedSubclass: return "add AlchemicSubclass to \(problem.subject)"
    case .twoCopies:
      return "link the program and '\(problem.subject)' with the product AlchemicDynamic: then "
        + "they share one copy"
    case .transientTemplate:
      return "use @Injected, or make the factory a singleton or a reference"

    case .weakTemplate:
      return "use @Injected, or make the factory a singleton or a reference"

    case .cycle:
      if isOfTemplates(problem) { return "make one of them a singleton" }
      return
        (detail.isEmpty
        ? "let one of these do without the other, or have it as" : "turn \(detail) into")
        + " an @Injected property: properties are filled after the objects exist"
    case .creationFailed: return "correct the cause; the next request tries again"
    case .unsetReference:
      return "call AcSet first, or let it be nil with AcNillable() and an optional property"
    case .unexpectedNil:
      return detail.isEmpty
        ? "ask for an optional, or set an object first"
        : "add AcNillable() to its registration and ask for an optional, or return an object"
    case .tooDeep:
      return "if this has an end, let singletons on the way be made at start, each after what its "
        + "initializer needs, or ask on a thread with a larger stack"

    case .needsAwait:
      if problem.hint == .isOfStart {
        return "start with try await Alchemic.start(), in an asynchronous function"
      }
      if problem.hint == .isOfDiscovery { return "call it with try await Alchemic.discover()" }
      if problem.hint == .isFollowed {
        return "let a function make it that returns at once, or have it there when the program "
          + "starts"
      }
      return isOfTemplates(problem) || isOfInvocation(problem)
        ? "ask with try await \(asynchronousForm(problem))"
        : "start with try await Alchemic.start(), or ask with try await AcGetAsync()"
    case .needsMainActor:
      if problem.hint == .isOfStart {
        return "start with try await Alchemic.start(), or on the main actor"
      }
      if problem.hint == .isOfDiscovery {
        return "call it with try await Alchemic.discover(), or on the main actor"
      }
      return detail.isEmpty
        ? "ask on the main actor, or with try await \(asynchronousForm(problem))"
        : "ask on the main actor, or let the conformance belong to nobody (nonisolated)"
    case .cannotWait:
      if problem.hint == .isLoop {
        return
          "let '\(detail)' do without hooks (AlchemicAware): then the property is found when it is read"
      }
      return
        "make it a singleton, which the start awaits, or let only asynchronous functions take it as "
        + "an argument"

    case .wrongArguments:
      return "give AcInvoke the arguments in the order of the parameters; those that are left out "
        + "at the end come from the declared sources"
    case .notInvocable: return "use AcGet, or declare how it is made"

    case .notSettable:
      if problem.candidates.isEmpty {
        if problem.subject == Problem.nothingToSet { return "say which factory with AcName(…)" }
        return (detail.isEmpty ? "" : "correct the criteria, or ")
          + "register a singleton or a reference for it"
      }
      return isOfTemplates(problem)
        ? "make one a singleton or a reference: a template keeps no object"
        : "narrow it with AcName(…), or mark one factory with AcPrimary()"
    case .notNillable: return "add AcNillable() to its registration, or set an object"

    case .notStarted:
      if problem.hint == .isStarting {
        return "wait with AcWhenReady { … } or try await Alchemic.started()"
      }
      if problem.hint == .isDiscovering {
        return "declare only, and call it when Alchemic.discover() has returned"
      }
      if problem.underlyingError != nil { return "correct the cause, and start again" }
      return detail.isEmpty
        ? "start first, or wrap the call in AcWhenReady { … }" : "launch it without that"
    case .startedTwice:
      return detail.isEmpty
        ? "start once, at the beginning; tests call Alchemic.reset() between"
        : "remove the call, or do not link \(detail)"
    case .startInterrupted:
      return problem.detail.isEmpty
        ? "reset before the start or after it" : "reset before that or after it"
    case .modelGone:
      return "after Alchemic.reset() use new objects; let no thread ask for one while it runs"
    }
  }
}
