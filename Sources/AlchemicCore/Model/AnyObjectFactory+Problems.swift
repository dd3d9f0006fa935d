// What can go wrong with a factory's object. It needs no type, so it is not where the compiler would make it once
// more for each.
extension AnyObjectFactory {
  var needsAwait: AlchemicError {
    @inline(never) get {
      AlchemicError(
        Problem(
          .needsAwait, facts.name, candidates: [facts.candidate], path: CreationPath.steps()),
        awaited: isShared ? ObjectIdentifier(self) : nil)
    }
  }

  /// - Parameter path: What the thread is about to make; nil for all of it.
  @inline(never)
  func problem(
    _ id: ProblemID, detail: String = "", path: [Problem.Step]? = nil
  ) -> AlchemicError {
    AlchemicError(
      Problem(
        id, facts.name, detail: detail, candidates: [facts.candidate],
        path: path ?? CreationPath.steps()))
  }

  /// - Parameter creation: The creation after which the same request would succeed.
  @inline(never)
  func cycle(creation: UInt? = nil) -> AlchemicError {
    AlchemicError(
      Problem(
        .cycle, facts.name, candidates: isShared ? [] : [facts.candidate],
        path: CreationPath.steps(to: self)),
      creation: creation)
  }
}
