import AlchemicRuntime

/// The path as steps of a message.
extension CreationPath {
  /// Returns the error for a frame that does not fit on the stack.
  @usableFromInline @inline(never)
  static func tooDeep(_ frame: Frame) -> AlchemicError {
    let fact = Problem.Fact.tooDeep(steps: frame.depth)
    if let facts = frame.factory?.facts {
      return AlchemicError(
        facts.problem(fact, path: [frame.request.map(step)].compactMap { $0 } + steps()))
    }
    let path = steps(of: frame) + steps()
    return AlchemicError(Problem(fact, path.first?.subject ?? "", path: path))
  }

  /// Returns the steps of the path, innermost first.
  @inline(never)
  package static func steps() -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      steps += self.steps(of: frame)
      return true
    }
    return steps + AwaitedPath.steps()
  }

  /// Returns the steps of one frame, innermost first.
  private static func steps(of frame: Frame) -> [Problem.Step] {
    [step(of: frame), frame.request.map(step)].compactMap { $0 }
  }

  private static func step(of frame: Frame) -> Problem.Step? {
    switch frame.subject {
    case .template, .shared, .invocation: frame.factory?.facts.step
    case .property(let host, let index, let location, let isEager):
      (host.object as? any PathSubject).map {
        isEager
          ? $0.step(ofProperty: index, at: location) : $0.readStep(ofProperty: index, at: location)
      }
    case .request(let request): step(of: request)
    case .read: nil
    }
  }

  static func step(of request: Request) -> Problem.Step {
    Problem.Step("\(request.function)", request.location, form: request.form)
  }

  /// Returns the steps from the innermost creation out to that of `factory`, innermost first.
  static func steps(to factory: Factory) -> [Problem.Step] {
    var steps: [Problem.Step] = []
    forEach { frame in
      let isLast = frame.isMaking(factory)
      steps += isLast ? [step(of: frame)].compactMap { $0 } : self.steps(of: frame)
      return !isLast
    }
    return steps
  }

  /// Runs a search, and adds the path to the error that it throws.
  package static func adding<Result>(
    to search: () throws(AlchemicError) -> Result
  ) throws(AlchemicError) -> Result {
    do { return try search() } catch { throw error.requested(by: steps()) }
  }
}
