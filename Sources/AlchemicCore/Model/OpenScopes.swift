import AlchemicRuntime
package import Synchronization

/// The open scopes of one kind: either one for the whole model, or any number that tasks carry. If
/// both existed, a request would be ambiguous.
package final class OpenScopes: Sendable {
  /// Whether one is open for the whole model.
  private enum State {
    static let closed: UInt8 = 0
    /// A thread is looking for scopes that tasks carry. It decides in a few instructions.
    static let reserving: UInt8 = 1
    static let open: UInt8 = 2
  }

  private let state = Atomic<UInt8>(State.closed)
  private let modelScope = Locked<Scope?>(nil)
  private let shares: ScopeShares
  /// The tasks that wait until no task carries a scope of the kind.
  package let waiters = Locked(TaskWaiters())
  /// Whether there are any. The lock of the waiters is held while it changes.
  package let isAwaited = Atomic<Bool>(false)
  package let kind: ScopeKind
  /// The model, which owns this object.
  let model: Borrowed<Model>

  init(of kind: ScopeKind, in model: Model) {
    self.kind = kind
    self.model = Borrowed(model)
    shares = ScopeShares(of: self.model)
  }

  // MARK: The scope of the whole model

  /// The scope that is open for the whole model.
  package var ofModel: Scope? {
    state.load(ordering: .acquiring) == State.open ? modelScope.withLock { $0 } : nil
  }

  /// Begins to open a scope for the whole model. Returns false if one of the kind is open.
  package func reserve() -> Bool {
    var pause = SpinPause()
    while true {
      let (exchanged, original) = state.compareExchange(
        expected: State.closed, desired: State.reserving, ordering: .sequentiallyConsistent)
      if exchanged { break }
      if original == State.open { return false }
      pause.wait()
    }
    let isFree = !isOfTasks
    state.store(isFree ? State.open : State.closed, ordering: .releasing)
    return isFree
  }

  /// Opens the scope, after ``reserve()``: from now on, requests find it.
  package func open(_ scope: Scope) { modelScope.withLock { $0 = scope } }

  /// Closes the scope of the whole model.
  package func close() {
    modelScope.withLock { present in
      present = nil
      state.store(State.closed, ordering: .releasing)
    }
  }

  // MARK: Scopes that tasks carry

  /// Whether tasks carry open scopes of the kind.
  package var isOfTasks: Bool { shares.areOpen }

  /// Records that a task opens a scope.
  ///
  /// - Returns: The share of the scope in the model; nil if a scope is open for the whole model.
  func beginTask() -> ScopeShare? {
    let share = shares.ofThread
    var pause = SpinPause()
    while true {
      // Otherwise, the thread that closes and reopens a scope of the model could see this one.
      if state.load(ordering: .acquiring) == State.open { return nil }
      share.open(in: model)
      // Either this sees the reservation, or the thread that reserves sees the open scope.
      let present = state.load(ordering: .sequentiallyConsistent)
      if present == State.closed { return share }
      end(share)
      share.give(of: model)
      if present == State.open { return nil }
      pause.wait()
    }
  }

  /// Records that a task has ended its scope.
  func end(_ share: ScopeShare) {
    share.close()
    // Either this sees that a task waits, or that task sees the new count.
    if isAwaited.load(ordering: .sequentiallyConsistent), !isOfTasks { resumeWaiters() }
  }

  @inline(never)
  private func resumeWaiters() {
    var all = waiters.withLock { waiters in
      isAwaited.store(false, ordering: .relaxed)
      return waiters.takeAll()
    }
    all.resumeAll(with: .success(()))
  }

  /// Stops the shares from keeping the model beyond the scopes that exist.
  func endModel() { shares.endModel() }
}
