package import AlchemicCore
import AlchemicRuntime

/// A part of the library that stops objects.
package protocol StoppingPart: SendableMetatype {
  /// Stops the objects of a model whose start has failed.
  ///
  /// - Returns: The problems of objects that did not stop.
  static func stop(_ model: Model) async -> [Problem]
}

extension Lifecycle {
  /// Stops the objects that a failed start has created.
  ///
  /// - Returns: The error of the start, with a problem for each object that did not stop.
  func stopMade(by generation: Int, after error: any Error) async -> any Error {
    guard let model = modelToStop(generation) else { return error }
    var problems: [Problem] = []
    for part in linkedTypes(conformingTo: (any StoppingPart).self, as: (any StoppingPart.Type).self)
    { problems += await part.stop(model) }
    if problems.isEmpty { return error }
    guard let error = error as? AlchemicError else {
      problems.forEach { EventHub.main.announce(.warning($0)) }
      return error
    }
    return AlchemicError(error.problems + problems)
  }

  /// The same for a start on a thread. The objects stop on this thread.
  ///
  /// If the main thread waits here, objects of the main actor cannot stop, and exceed their time.
  func stopMadeWaiting(by generation: Int, after error: any Error) -> any Error {
    if modelToStop(generation) == nil { return error }
    return TaskThread.run { await self.stopMade(by: generation, after: error) }
  }

  private func modelToStop(_ generation: Int) -> Model? {
    state.withLock { $0.generation == generation ? $0.model : nil }
  }
}
