import AlchemicRuntime
import AlchemicCore
import Synchronization

/// The observers of the main model.
final class EventHub: ModelObserver, Sendable {
  static let main = EventHub()

  private final class Listener: Sendable {
    let number: Int
    let observe: @Sendable (AlchemicEvent, ContinuousClock.Instant) -> Void
    /// Called once, after the listener was removed.
    let end: @Sendable () -> Void

    init(
      number: Int, observe: @escaping @Sendable (AlchemicEvent, ContinuousClock.Instant) -> Void,
      end: @escaping @Sendable () -> Void
    ) {
      (self.number, self.observe, self.end) = (number, observe, end)
    }
  }

  private final class State {
    var listeners: [Listener] = []
    var count = 0
  }

  private let state = Locked(State())

  /// The current number of listeners.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  var isObserved: Bool { HotWord.observers.isSet }

  /// Adds a listener.
  ///
  /// - Returns: The number of the listener, for ``remove(_:)``.
  func add(
    _ observe: @escaping @Sendable (AlchemicEvent) -> Void, end: @escaping @Sendable () -> Void = {}
  ) -> Int {
    addTimed({ event, _ in observe(event) }, end: end)
  }

  /// Adds a listener that also receives the time of each event. Other listeners do not delay that
  /// time.
  func addTimed(
    _ observe: @escaping @Sendable (AlchemicEvent, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) -> Int {
    state.withLock { state in
      state.count += 1
      // Each change is another array: threads iterate over the one that they have copied, and the
      // thread sanitizer does not see that it has no owner any more.
      let new = Listener(number: state.count, observe: observe, end: end)
      state.listeners = state.listeners + [new]
      HotWord.observers.store(UInt(state.listeners.count))
      return state.count
    }
  }

  func remove(_ number: Int) {
    // Captured values of the listener are released outside the lock.
    let removed = state.withLock { state in
      let removed = state.listeners.first { $0.number == number }
      state.listeners = state.listeners.filter { $0.number != number }
      HotWord.observers.store(UInt(state.listeners.count))
      return removed
    }
    removed?.end()
  }

  func removeAll() {
    let removed = state.withLock { state in
      defer {
        state.listeners = []
        HotWord.observers.store(0)
      }
      return state.listeners
    }
    removed.forEach { $0.end() }
  }

  /// Calls all current listeners on this thread, in the order in which they were added.
  func announce(_ event: @autoclosure () -> AlchemicEvent) {
    if isObserved { tell(event(), at: .now) }
  }

  @inline(never)
  private func tell(_ event: AlchemicEvent, at time: ContinuousClock.Instant) {
    for listener in state.withLock({ $0.listeners }) { listener.observe(event, time) }
  }

  // MARK: Events of the model

  func didBegin(_ phase: StartPhase) { announce(.didBeginPhase(phase)) }

  func didWarn(_ warning: Problem) { announce(.warning(warning)) }

  func didCreateObject(_ facts: FactoryFacts, since begin: ContinuousClock.Instant) {
    let end = ContinuousClock.now
    tell(.didCreateObject(factory: facts, duration: end - begin), at: end)
  }

  func didStoreObject(_ facts: FactoryFacts, old: Any?, new: Any?, number: UInt) {
    announce(
      .didStoreObject(factory: facts, values: StoredValues(old: old, new: new, number: number)))
  }
}

/// A registered observer, which can be removed.
public struct AlchemicObservation: Sendable {
  let number: Int

  /// Removes the observer, and releases it.
  ///
  /// This does not wait for other threads. A thread that is announcing an event may still call the
  /// observer with that event.
  public func cancel() { EventHub.main.remove(number) }
}
