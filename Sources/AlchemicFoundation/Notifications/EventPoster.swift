import AlchemicInject
import Foundation

/// Posts the events of the main model to the default notification center, on the thread on which
/// they occur.
///
/// Collecting and posting an event costs about as much as creating a small object. Posting begins
/// at the first read of one of the names above, so that a program that uses only another part of
/// this product has no such cost.
final class EventPoster: AlchemicAspect {
  private struct State {
    /// Whether a name was read.
    var isWanted = false
    /// The observation that posts the events. A reset ends it.
    var observation: AlchemicObservation?
  }

  private static let state = Locked(State())

  /// Returns a name, and begins to post events.
  static func name(_ name: String) -> Notification.Name {
    state.withLock { state in
      guard !state.isWanted else { return }
      state.isWanted = true
      state.observation = Alchemic.observe { post($0) }
    }
    return Notification.Name(name)
  }

  /// Observes a new model. A reset before it has released all observers.
  static func modelDidResolve(_ model: Model) {
    let former = state.withLock { state -> AlchemicObservation? in
      guard state.isWanted else { return nil }
      defer { state.observation = Alchemic.observe { post($0) } }
      return state.observation
    }
    former?.cancel()
  }

  private static func post(_ event: AlchemicEvent) {
    var facts: [String: Any] = [AlchemicNotificationKey.event: event]
    let name: String
    switch event {
    case .didCreateObject(let factory, _):
      name = "AlchemicDidCreateObject"
      facts[AlchemicNotificationKey.factory] = factory.name
    case .didStoreObject(let factory, let values):
      name = "AlchemicDidStoreObject"
      facts[AlchemicNotificationKey.factory] = factory.name
      facts[AlchemicNotificationKey.oldValue] = values.old
      facts[AlchemicNotificationKey.newValue] = values.new
    case .didFinishStarting: name = "AlchemicDidFinishStarting"
    case .didInject, .didBeginPhase, .didFailStarting, .didDiscover, .didStop, .warning: return
    }
    NotificationCenter.default.post(
      name: Notification.Name(name), object: nil, userInfo: facts)
  }
}
