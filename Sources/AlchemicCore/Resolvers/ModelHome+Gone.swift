// The error of a use after the end of a model.
extension ModelHome {
  /// - Parameters:
  ///   - subject: What was asked for, or the function that was called.
  ///   - isCall: Whether it is a function.
  @inline(never)
  package func gone(_ subject: String, isCall: Bool = false) -> AlchemicError {
    let fact = Problem.Fact.modelGone(ofChild: name, isCall: isCall)
    return AlchemicError(Problem(fact, subject, path: CreationPath.steps()))
  }
}

extension Model {
  /// Checks that a child model has not ended.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `model-gone`.
  package func requireLife(for caller: String) throws {
    if parent != nil, home.model == nil { throw home.gone(caller, isCall: true) }
  }
}
