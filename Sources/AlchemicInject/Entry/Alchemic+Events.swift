import AlchemicCore

// Events of the main model: observers, and an asynchronous sequence.
extension Alchemic {
  /// Calls `observer` with every later event, on the thread of the event.
  ///
  /// - Parameter observer: Called without a lock. It may use Alchemic.
  /// - Returns: A handle that removes the observer. ``reset(fileID:line:)`` and
  ///   ``stop(timeout:fileID:line:)`` remove it too.
  @discardableResult
  public static func observe(
    _ observer: @escaping @Sendable (AlchemicEvent) -> Void
  ) -> AlchemicObservation {
    AlchemicObservation(number: EventHub.main.add(observer))
  }

  /// Calls `observer` with every later event and the time of the event.
  ///
  /// - Parameter end: Called after the observer was removed.
  package static func observeTimes(
    _ observer: @escaping @Sendable (AlchemicEvent, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> AlchemicObservation {
    AlchemicObservation(number: EventHub.main.addTimed(observer, end: end))
  }

  /// A sequence of the later events. It ends with ``reset(fileID:line:)``, with
  /// ``stop(timeout:fileID:line:)``, or with the task that reads it.
  ///
  /// ```swift
  /// for await event in Alchemic.events { print(event) }
  /// ```
  ///
  /// The sequence stores up to 65,536 events until they are read. If there are more, the oldest are
  /// dropped. Stored events reference objects weakly. So an object of
  /// ``AlchemicEvent/didStoreObject(factory:values:)`` may be released before the event is read.
  public static var events: AsyncStream<AlchemicEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(65_536)) { continuation in
      let number = EventHub.main.add(
        { event in
          guard case .didStoreObject(let factory, let values) = event else {
            continuation.yield(event)
            return
          }
          continuation.yield(
            .didStoreObject(factory: factory, values: values.withoutObjects))
        }, end: { continuation.finish() })
      continuation.onTermination = { _ in EventHub.main.remove(number) }
    }
  }

  /// Announces a warning about a declaration that is valid but probably unintended.
  package static func warn(_ warning: Problem) { EventHub.main.announce(.warning(warning)) }
}
