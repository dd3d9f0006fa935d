/// The error that Alchemic throws. It contains every problem found, not only the first.
public struct AlchemicError: Error, Sendable, CustomStringConvertible {
  /// The problems, at least one, in this order: single declarations, names, dependencies, cycles.
  public let problems: [Problem]

  /// The number of the creation whose end makes a cycle harmless: see ``CreationPath``.
  let creation: UInt?

  /// A factory whose shared object the caller must await. After that, the same request may succeed.
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

  /// Whether every problem is an unset reference.
  var isOfUnsetReference: Bool {
    problems.allSatisfy { $0.id == .unsetReference }
  }

  /// Whether all problems are mistakes in declarations, and none is a failure of code that ran.
  var isOfDeclarations: Bool {
    problems.allSatisfy { $0.fact.traits.contains(.ofDeclarations) }
  }

  /// Returns the same error with the request at the end of each path.
  package func requested(by step: Problem.Step) -> AlchemicError { requested(by: [step]) }

  /// Returns the same error with these steps at the end of each path.
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
