// The error of a use after the end of a model.
extension ModelHome {
  /// - Parameters:
  ///   - subject: The requested type, or the name of the called function.
  ///   - isCall: Whether `subject` is a function.
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
