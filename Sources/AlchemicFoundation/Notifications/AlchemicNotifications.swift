import AlchemicInject
public import Foundation

// Notifications are posted from the first read of one of these names on. An observer of a text
// ("AlchemicDidCreateObject") or of all notifications receives none before.
extension Notification.Name {
  /// Posted when an object was created. `userInfo` contains the name of its factory under
  /// ``AlchemicNotificationKey/factory``.
  public static var alchemicDidCreateObject: Notification.Name {
    EventPoster.name("AlchemicDidCreateObject")
  }

  /// Posted when a factory has another object. `userInfo` contains its name, and the old and the
  /// new value under ``AlchemicNotificationKey/oldValue`` and ``AlchemicNotificationKey/newValue``,
  /// unless they are nil.
  public static var alchemicDidStoreObject: Notification.Name {
    EventPoster.name("AlchemicDidStoreObject")
  }

  /// Posted when the start of Alchemic has finished.
  public static var alchemicDidFinishStarting: Notification.Name {
    EventPoster.name("AlchemicDidFinishStarting")
  }
}

/// The keys in `userInfo` of Alchemic's notifications.
public enum AlchemicNotificationKey {
  /// The name of the factory, a `String`.
  public static let factory = "factory"
  /// The former value of the factory; absent if there was none.
  public static let oldValue = "oldValue"
  /// The new value of the factory; absent if it is nil.
  public static let newValue = "newValue"
  /// The `AlchemicEvent`.
  public static let event = "event"
}
