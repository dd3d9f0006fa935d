public import AlchemicCore

// This folder contains the events of the main model, and their observers.

/// An event of the main model.
@nonexhaustive
public indirect enum AlchemicEvent: Sendable {
  /// An object was created, and is not injected yet.
  ///
  /// - Parameters:
  ///   - factory: The factory that created it, with its source location.
  ///   - duration: The duration of its initializer, method or closure, with the creation of all
  ///     objects that these needed.
  case didCreateObject(factory: FactoryFacts, duration: Duration)
  /// A factory has another object: the factory created a shared object, or `AcSet` stored an
  /// object.
  case didStoreObject(factory: FactoryFacts, values: StoredValues)
  /// A property has its value: at its first access, or when its host was injected. If the host has
  /// hooks, this event also occurs after a change of the value, for example by `AcSet` or a
  /// discovery.
  ///
  /// - Parameters:
  ///   - host: The name of the host's class; "a property" for a struct or a local variable.
  ///   - variable: The name of the property; empty for a struct or a local variable.
  ///   - location: The source location of the property.
  case didInject(host: String, variable: String, location: CodeLocation)
  /// A phase of the start begins, and the phase before it has ended.
  case didBeginPhase(StartPhase)
  /// The model is ready.
  ///
  /// - Parameters:
  ///   - factories: The number of factories.
  ///   - singletons: The number of singletons, without lazy and weak ones, whose object exists now.
  ///   - duration: The duration of the start.
  case didFinishStarting(factories: Int, singletons: Int, duration: Duration)
  /// The start has failed, and Alchemic is not started. The call that starts throws the error.
  ///
  /// - Parameters:
  ///   - error: The error, for example the problems of the model.
  ///   - duration: The time from the begin of the start to its failure.
  case didFailStarting(any Error, duration: Duration)
  /// `Alchemic.discover(includingRefused:_:)` has extended the model.
  ///
  /// - Parameters:
  ///   - factories: The number of new factories.
  ///   - singletons: The number of new singletons, without lazy and weak ones, whose object exists
  ///     now.
  ///   - duration: The duration of the discovery.
  case didDiscover(factories: Int, singletons: Int, duration: Duration)
  /// ``Alchemic/stop(timeout:fileID:line:)`` has stopped the objects of the model.
  ///
  /// - Parameter duration: The duration of the stop.
  case didStop(duration: Duration)
  /// A declaration in the model is valid but probably unintended: see
  /// ``Model/warnings``.
  case warning(Problem)
}
