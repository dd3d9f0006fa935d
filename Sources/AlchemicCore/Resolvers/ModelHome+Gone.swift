// Requests after the end of a model.
extension ModelHome {
  /// The model for a request; nil after its end. A creation that has begun before goes on.
  @inline(__always)
  package var servingModel: Model? {
    if let model { return model }
    return modelOfCreation
  }

  private var modelOfCreation: Model? {
    @inline(never) get {
      CreationPath.makesObject || AwaitedPath.makesObject ? livingModel : nil
    }
  }

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
  /// Checks that the model has not ended.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `model-gone`.
  package func requireLife(for caller: String) throws {
    if home.isEnded { throw home.gone(caller, isCall: true) }
  }
}
