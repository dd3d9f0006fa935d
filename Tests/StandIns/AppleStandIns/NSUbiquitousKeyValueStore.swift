public import Foundation

/// As much of the class as is used, with the signatures it has in the SDK.
open class NSUbiquitousKeyValueStore: NSObject {
  open class var `default`: NSUbiquitousKeyValueStore { NSUbiquitousKeyValueStore() }

  public class var didChangeExternallyNotification: NSNotification.Name {
    NSNotification.Name("NSUbiquitousKeyValueStoreDidChangeExternallyNotification")
  }

  open func object(forKey aKey: String) -> Any? { nil }

  open func set(_ anObject: Any?, forKey aKey: String) {}

  open func removeObject(forKey aKey: String) {}

  @discardableResult
  open func synchronize() -> Bool { true }
}

public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
