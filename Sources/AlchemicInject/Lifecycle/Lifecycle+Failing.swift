package import AlchemicCore

/// A part of the library that stops objects.
package protocol StoppingPart: SendableMetatype {
  /// Stops the objects of a model whose start has failed.
  ///
  /// - Returns: The problems of objects that did not stop.
  static func stop(_ model: Model) async -> [Problem]

  /// The same for a start on a thread. The objects stop on this thread.
  static func stopOnThisThread(_ model: Model) -> [Problem]
}

extension Lifecycle {
  /// Stops the objects that a failed start has created.
  ///
  /// - Returns: The error of the start, with a problem for each object that did not stop.
  func stopMade(by generation: Int, after error: any Error) async -> any Error {
    var problems: [Problem] = []
    if let model = modelToStop(generation) {
      for part in Self.stoppingParts { problems += await part.stop(model) }
    }
    return adding(problems, to: error)
  }

  /// The same for a start on a thread. The objects stop on this thread.
  func stopMadeWaiting(by generation: Int, after error: any Error) -> any Error {
    let problems = modelToStop(generation).map { model in
      Self.stoppingParts.flatMap { $0.stopOnThisThread(model) }
    }
    return adding(problems ?? [], to: error)
  }

  private static var stoppingParts: [any StoppingPart.Type] {
    linkedTypes(conformingTo: (any StoppingPart).self, as: (any StoppingPart.Type).self)
  }

  private func modelToStop(_ generation: Int) -> Model? {
    state.withLock { $0.generation == generation ? $0.model : nil }
  }

  private func adding(_ problems: [Problem], to error: any Error) -> any Error {
    if problems.isEmpty { return error }
    guard let error = error as? AlchemicError else {
      problems.forEach { EventHub.main.announce(.warning($0)) }
      return error
    }
    return AlchemicError(error.problems + problems)
  }
}
