/// Values for keys that outlive the program, or a test's stand-in for them.
///
/// A store of your own keeps its observers in a ``ValueStoreObservers`` and tells them after each
/// change, without any lock held.
public protocol ValueStore: AnyObject, Sendable {
  /// Returns what is stored for a key, else its registered default.
  ///
  /// - Throws: If something is stored that is not a ``StoreValue``.
  func value(forKey key: String) throws -> StoreValue?

  /// Stores a value at once; nil removes what was stored, so that the default shows again.
  ///
  /// Storing what is there already is no change.
  func set(_ value: StoreValue?, forKey key: String)

  /// Adds to the values of keys for which nothing is stored. They are not stored themselves, and
  /// registering them is no change. Of two for one key the first one counts.
  func registerDefaults(_ defaults: [String: StoreValue])

  /// Has `changed` called with the key after each change of what ``value(forKey:)`` returns: once,
  /// whether it came through this store or from outside, and on the thread on which it did.
  ///
  /// - Parameters:
  ///   - keys: Those that are of interest.
  ///   - changed: May read and write the store.
  /// - Returns: What ends the observation when it is released.
  func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation
}
