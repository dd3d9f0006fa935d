/// A store of values by keys, which outlive the program, or that of a test.
///
/// A store of your own keeps its observers in a ``ValueStoreObservers``. It notifies them after
/// each change, and holds no lock meanwhile.
public protocol ValueStore: AnyObject, Sendable {
  /// Returns the stored value of a key, or its registered default.
  ///
  /// - Throws: ``SettingError`` if the stored object is not a ``StoreValue``.
  func value(forKey key: String) throws -> StoreValue?

  /// Stores a value. Nil removes the stored value, so that reads return the default again.
  ///
  /// Storing an equal value is not a change.
  func set(_ value: StoreValue?, forKey key: String)

  /// Registers defaults: the values of keys for which no value is stored. A registration stores
  /// nothing, and observers are not notified. Of two defaults for one key the first one is used.
  func registerDefaults(_ defaults: [String: StoreValue])

  /// Calls `changed` with the key after each change of the result of ``value(forKey:)``: once for a
  /// change, through this store or from outside, and on the thread of the change.
  ///
  /// - Parameters:
  ///   - keys: The observed keys.
  ///   - changed: May read and write the store.
  /// - Returns: The observation, which ends when it is released.
  func observe(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation
}
