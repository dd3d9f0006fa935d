import AlchemicInject
public import Foundation

// Nothing is posted before one of these is first used: a notification center's own names
// ("AlchemicDidCreateObject") or an observer of everything hear from then on.
extension Notification.Name {
  /// An object was made: `userInfo` has its factory's name under
  /// ``AlchemicNotificationKey/factory``.
  public static var alchemicDidCreateObject: Notification.Name {
    EventPoster.name("AlchemicDidCreateObject")
  }

  /// A factory has another object: `userInfo` has its name, and the old and the new value under
  /// ``AlchemicNotificationKey/oldValue`` and ``AlchemicNotificationKey/newValue``, unless they are
  /// nil.
  public static var alchemicDidStoreObject: Notification.Name {
    EventPoster.name("AlchemicDidStoreObject")
  }

  /// Alchemic is started.
  public static var alchemicDidFinishStarting: Notification.Name {
    EventPoster.name("AlchemicDidFinishStarting")
  }
}

/// What `userInfo` of Alchemic's notifications has.
public enum AlchemicNotificationKey {
  /// The name of the factory, a `String`.
  public static let factory = "factory"
  /// What the factory had before; not there if that was nothing.
  public static let oldValue = "oldValue"
  /// What the factory has now; not there if that is nil.
  public static let newValue = "newValue"
  /// The `AlchemicEvent` itself.
  public static let event = "event"
}
