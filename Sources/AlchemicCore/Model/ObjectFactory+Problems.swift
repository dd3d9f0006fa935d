// What is thrown where a factory has no object to give.

extension ObjectFactory {
  var needsAwait: AlchemicError {
    AlchemicError(
      Problem(
        .needsAwait, facts.name, candidates: [facts.candidate], path: CreationPath.steps()),
      awaited: isShared ? ObjectIdentifier(self) : nil)
  }

  func problem(
    _ id: ProblemID, detail: String = "", path: some Sequence<Problem.Step> = CreationPath.steps()
  ) -> AlchemicError {
    AlchemicError(
      Problem(id, facts.name, detail: detail, candidates: [facts.candidate], path: Array(path)))
  }

  /// - Parameter creation: The creation after which the same request would succeed.
  func cycle(creation: UInt? = nil) -> AlchemicError {
    AlchemicError(
      Problem(
        .cycle, facts.name, candidates: isShared ? [] : [facts.candidate],
        path: CreationPath.steps(to: self)),
      creation: creation)
  }
}
