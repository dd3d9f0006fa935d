// Requests after the end of a model.
extension ModelHome {
  /// The model for a request; nil after its end. A creation that has begun before goes on.
  @inline(__always)
  package var servingModel: Model? {
    if let model { return model }
    return modelOfCreation
  }

  /// The model, after its end, if the caller is creating an object of it.
  private var modelOfCreation: Model? {
    @inline(never) get { livingModel.flatMap { $0.isCreating ? $0 : nil } }
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
  /// Whether the calling thread or task is creating an object of a factory of this model.
  fileprivate var isCreating: Bool {
    let index = index
    let tasks = AwaitedPath.factories
    return CreationPath.frame { frame in
      frame.factory.map { $0.position < index.count && index.factory(at: $0.position) === $0 }
        ?? false
    } != nil || !tasks.isEmpty && index.declared.contains { tasks.contains(ObjectIdentifier($0)) }
  }

  /// Checks that the model has not ended.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `model-gone`.
  package func requireLife(for caller: String) throws {
    if home.isEnded { throw home.gone(caller, isCall: true) }
  }
}
