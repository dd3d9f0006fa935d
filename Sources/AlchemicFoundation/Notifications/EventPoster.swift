import AlchemicInject
import Foundation
import Synchronization

/// Posts the events of the main model to the default notification center, on the thread on which they
/// happen.
///
/// Gathering events and posting them costs about as much as making a small object. A notification can only
/// be observed by its name, so posting begins when a name is first asked for; programs that only use another
/// part of this product do not pay.
final class EventPoster: AlchemicAspect {
  /// Whether a name was asked for.
  private static let isWanted = Atomic<Bool>(false)
  /// The observation that posts; nil after a reset.
  private static let observation = Locked<AlchemicObservation?>(nil)

  /// A name that somebody wants to observe.
  static func name(_ name: String) -> Notification.Name {
    if !isWanted.exchange(true, ordering: .acquiringAndReleasing) { observe() }
    return Notification.Name(name)
  }

  /// A new model: its reset, if there was one, has let go of all observers.
  static func modelDidResolve(_ model: Model) {
    if isWanted.load(ordering: .acquiring) { observe() }
  }

  private static func observe() {
    observation.withLock { observation in
      observation?.cancel()
      observation = Alchemic.observe { post($0) }
    }
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
    case .didInject, .warning: return
    }
    NotificationCenter.default.post(
      name: Notification.Name(name), object: nil, userInfo: facts)
  }
}
