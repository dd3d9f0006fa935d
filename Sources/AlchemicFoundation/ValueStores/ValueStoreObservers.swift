import AlchemicCore

/// The observers of a store, for a ``ValueStore`` of your own.
public final class ValueStoreObservers: Sendable {
  private struct Observer: Sendable {
    let number: Int
    let keys: Set<String>
    let changed: @Sendable (String) -> Void
  }

  private struct State {
    var observers: [Observer] = []
    var next = 0
  }

  private let state = Locked(State())

  /// Creates a list without observers.
  public init() {}

  /// Adds an observer. Call it in ``ValueStore/observe(_:_:)``.
  public func add(
    _ keys: Set<String>, _ changed: @escaping @Sendable (_ key: String) -> Void
  ) -> ValueStoreObservation {
    let number = state.withLock { state in
      state.next += 1
      state.observers.append(Observer(number: state.next, keys: keys, changed: changed))
      return state.next
    }
    return ValueStoreObservation { [weak self] in self?.remove(number) }
  }

  /// Notifies the observers of a key, in the order in which they were added. No lock is held
  /// meanwhile.
  public func tell(_ key: String) {
    let numbers = state.withLock { state in
      state.observers.filter { $0.keys.contains(key) }.map(\.number)
    }
    for number in numbers {
      // One that went because of an earlier one's call is not told any more.
      let observer = state.withLock { state in state.observers.first { $0.number == number } }
      observer?.changed(key)
    }
  }

  private func remove(_ number: Int) {
    // What the closure holds is released when the lock is not held any more.
    _ = state.withLock { state in
      state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
    }
  }
}
