/// The one error that Alchemic throws: every problem that was found, never just the first.
public struct AlchemicError: Error, Sendable, CustomStringConvertible {
  /// At least one: those of single declarations first, then of names, of dependencies, and cycles.
  public let problems: [Problem]

  /// The creation that, once it is done, makes a cycle harmless: see ``CreationPath``.
  let creation: UInt?

  /// The factory whose shared object has to be awaited, after which the same request may succeed.
  let awaited: ObjectIdentifier?

  package init(_ problems: [Problem]) {
    self.problems = problems
    (creation, awaited) = (nil, nil)
  }

  @inline(never)
  package init(_ problem: Problem, creation: UInt? = nil, awaited: ObjectIdentifier? = nil) {
    problems = [problem]
    (self.creation, self.awaited) = (creation, awaited)
  }

  /// All messages, counted and numbered if there are several.
  public var description: String { Wording.text(of: problems) }

  /// Whether it would not have been thrown, had a reference been set.
  var isOfUnsetReference: Bool {
    problems.allSatisfy { if case .unsetReference = $0.fact { true } else { false } }
  }

  /// Whether it tells of mistakes in what was declared, and not of what went wrong when something
  /// ran.
  var isOfDeclarations: Bool {
    problems.allSatisfy { problem in
      switch problem.fact {
      case .noMatch, .noMarkedMatch, .noConstrainedMatch, .severalMatches, .wrongType,
        .wrongObject, .noWeakObject, .wrongCriteria, .transientTemplate, .needsAwait,
        .followerNeedsAwait, .singletonNeedsAwait, .needsMainActor, .singletonNeedsMainActor,
        .isolatedConformance, .cannotWait, .awaitedLoop:
        true
      default: false
      }
    }
  }

  /// The same error, whose path ends with the request.
  package func requested(by step: Problem.Step) -> AlchemicError { requested(by: [step]) }

  /// The same error, whose path ends with these steps.
  @inline(never)
  func requested(by steps: [Problem.Step]) -> AlchemicError {
    AlchemicError(
      problems.map { problem in
        var problem = problem
        problem.path += steps
        return problem
      })
  }
}
