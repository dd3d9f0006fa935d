import AlchemicCore
import AlchemicRuntime

extension Lifecycle {
  /// Ends the objects that a failed start has created, on this thread.
  ///
  /// - Returns: The error of the start, with a problem for each object that did not stop.
  func endMade(by generation: Int, after error: any Error) -> any Error {
    let model = modelToEnd(generation)
    return Self.error(error, and: model.flatMap { $0.endingPart?.end($0) } ?? [])
  }

  /// The same for a task.
  func endMade(by generation: Int, after error: any Error) async -> any Error {
    guard let model = modelToEnd(generation), let part = model.endingPart else { return error }
    return Self.error(error, and: await part.endAwaiting(model))
  }

  private func modelToEnd(_ generation: Int) -> Model? {
    state.withLock { $0.generation == generation ? $0.model : nil }
  }

  private static func error(_ error: any Error, and problems: [Problem]) -> any Error {
    if problems.isEmpty { return error }
    guard let error = error as? AlchemicError else {
      problems.forEach { EventHub.main.announce(.warning($0)) }
      return error
    }
    return AlchemicError(error.problems + problems)
  }
}

extension Model {
  /// The part that ends objects; nil if no object has one.
  fileprivate var endingPart: EndingPart? {
    slotsInReleaseOrder.lazy.compactMap { slot in
      // Without a created object, the type of the factory decides. It may name the part needlessly,
      // which then finds nothing to stop.
      let object = slot.createdObject.flatMap { slot.factory.product.object(of: $0) }
      let type = object.map { Swift.type(of: $0) } ?? slot.factory.facts.product
      return (type as? any AlchemicEnding.Type)?.endingPart
    }.first
  }
}
