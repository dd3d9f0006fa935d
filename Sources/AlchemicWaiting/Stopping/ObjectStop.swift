import AlchemicCore
import AlchemicInject

/// The stop of the objects that a failed start has created.
enum ObjectStop {
  /// The time for the objects to stop.
  private static let limit = Duration.seconds(10)

  static func end(_ model: Model) -> [Problem] {
    guard model.hasStoppable else { return [] }
    return TaskThread.run { await endAwaiting(model) }
  }

  static func endAwaiting(_ model: Model) async -> [Problem] {
    guard model.hasStoppable else { return [] }
    return (try? await model.stop(within: limit) {}) ?? []
  }
}
