import AlchemicRuntime

/// Receives the events of a model. The layer above implements it.
package protocol ModelObserver: AnyObject, Sendable {
  /// Called when a phase of the start begins, on the starting thread, without a lock.
  func didBegin(_ phase: StartPhase)

  /// Called after an object was created, on the creating thread, without a lock.
  ///
  /// - Parameter begin: The time at which the initializer, method or closure began. It includes the
  ///   creation of all objects that it needed.
  func didCreateObject(_ facts: FactoryFacts, since begin: ContinuousClock.Instant)

  /// Called after a factory's object was stored, on the storing thread, without a lock.
  ///
  /// - Parameter number: How often the factory's object was set or cleared.
  func didStoreObject(_ facts: FactoryFacts, old: Any?, new: Any?, number: UInt)

  /// Called for a request that is valid but probably unintended, without a lock.
  func didWarn(_ warning: Problem)
}

extension Model {
  /// The observer of the model; nil if nothing observes events.
  @inline(__always)
  package var listener: (any ModelObserver)? {
    HotWord.observers.isSet ? observer : nil
  }
}
