// The error of a use after the end of a model.
extension ModelHome {
  /// - Parameter subject: What was asked for, or the function that was called.
  @inline(never)
  package func gone(_ subject: String) -> AlchemicError {
    AlchemicError(Problem(.modelGone(ofChild: name), subject, path: CreationPath.steps()))
  }
}

extension Model {
  /// Checks that a child model has not ended.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `model-gone`.
  package func requireLife(for caller: String) throws {
    if parent != nil, home.model == nil { throw home.gone(caller) }
  }
}
