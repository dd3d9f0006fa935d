import AlchemicCore
import AlchemicRuntime

/// A scope that stays open as long as something uses it: operations, ``OpenScope`` values, and
/// scopes within it that are held in turn.
///
/// Each change of state is decided under the lock, and acted on outside. Who ends the last use of
/// an open scope ends the scope.
final class HeldScope: Sendable {
  /// What uses a scope.
  enum Use {
    /// An operation that runs in the scope, or a scope within it. A close waits for these.
    case operation
    /// An ``OpenScope``.
    case handle
  }

  /// The answer to a caller that wants to use the scope.
  enum Admission: Sendable {
    case admitted
    /// Another caller opens or ends it: wait, and try again.
    case busy
    case ended
  }

  private enum Phase {
    case opening, open
    /// A close waits for the operations. They may still begin others.
    case draining
    /// The objects are stopped and released.
    case ending
    case ended
  }

  private struct State {
    var phase: Phase
    var operations = 0
    var handles = 0
    /// Nil after the end.
    var scope: Scope?
    /// The scopes around it, which stay open at least as long.
    var outers: [HeldScope]
    var waiters = TaskWaiters()

    var isUnused: Bool { operations == 0 && handles == 0 }

    mutating func add(_ use: Use, _ number: Int) {
      switch use {
      case .operation: operations += number
      case .handle: handles += number
      }
    }
  }

  let kind: ScopeKind
  /// Nil for a scope without a key.
  let key: ScopeKey?
  private let state: Locked<State>

  private init(_ kind: ScopeKind, _ key: ScopeKey?, _ state: State) {
    (self.kind, self.key, self.state) = (kind, key, Locked(state))
  }

  /// A scope with a key, which no other caller uses until ``didOpen(for:)``.
  ///
  /// - Parameter outers: The scopes around it. The caller was admitted to each, as an operation.
  convenience init(opening scope: Scope, for key: ScopeKey, within outers: [HeldScope]) {
    self.init(key.kind, key, State(phase: .opening, scope: scope, outers: outers))
  }

  /// A scope that is open for an operation.
  convenience init(ofOperation scope: Scope, within outers: [HeldScope]) {
    let state = State(phase: .open, operations: 1, scope: scope, outers: outers)
    self.init(scope.kind, nil, state)
  }

  /// The scope; nil after the end.
  var scope: Scope? { state.withLock(\.scope) }

  /// Whether the scope is open, and nothing uses it.
  var isUnused: Bool { state.withLock { $0.phase == .open && $0.isUnused } }

  /// Whether operations run within the scope.
  var hasOperations: Bool { state.withLock { $0.operations > 0 } }

  var isEnded: Bool { state.withLock { $0.phase == .ended } }

  /// Returns whether this scope keeps another one open.
  func isWithin(_ outer: HeldScope) -> Bool {
    state.withLock { $0.outers.contains { $0 === outer } }
  }

  // MARK: Uses

  /// Counts a use.
  ///
  /// - Parameter isInside: Whether an operation of the scope is the caller, which a close awaits; or
  ///   an object that the end stops.
  func admit(_ use: Use, isInside: Bool = false) -> Admission {
    state.withLock { state in
      switch state.phase {
      case .open: break
      case .draining where isInside && state.operations > 0: break
      case .ending where isInside && Stopping.runsHere(state.scope?.stopping.reference): break
      case .opening where isInside: break
      case .opening, .draining, .ending: return .busy
      case .ended: return .ended
      }
      state.add(use, 1)
      return .admitted
    }
  }

  /// Lets other callers use the scope, which its opener has filled.
  func didOpen(for use: Use) {
    change { state in
      state.phase = .open
      state.add(use, 1)
    }
  }

  /// Ends a use. The caller then calls ``nextToEnd``.
  func leave(_ use: Use) { change { $0.add(use, -1) } }

  // MARK: The end

  /// Begins the end of an open scope if nothing uses it.
  ///
  /// - Returns: Whether the caller must end the scope.
  func beginEnd() -> Bool {
    state.withLock { state in
      guard state.phase == .open, state.isUnused else { return false }
      state.phase = .ending
      return true
    }
  }

  /// Begins the end of a scope that no other caller uses: its opener could not fill it.
  func beginEndOfOpening() { state.withLock { $0.phase = .ending } }

  /// Begins a close, for which operations within the scope end first.
  ///
  /// - Returns: False if another caller ends or opens the scope.
  func beginClose() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .draining
      return true
    }
  }

  /// Begins the end after ``beginClose()``, if no operation runs any more.
  ///
  /// - Parameter orOpening: Whether to open the scope again if one does.
  func beginEndOfClose(orOpening: Bool) -> Bool {
    var isOver = false
    change { state in
      isOver = state.operations == 0
      if isOver { state.phase = .ending } else if orOpening { state.phase = .open }
    }
    return isOver
  }

  /// Takes the ended scope from this object, and those around it.
  func takeContents() -> (scope: Scope?, outers: [HeldScope]) {
    state.withLock { state in
      defer { (state.scope, state.outers) = (nil, []) }
      return (state.scope, state.outers)
    }
  }

  /// Records that the end is complete.
  func didEnd() { change { $0.phase = .ended } }

  // MARK: Waiting

  /// Waits until no operation runs within the scope.
  ///
  /// - Throws: `CancellationError`.
  func awaitOperations() async throws { try await wait { $0.operations == 0 } }

  /// Waits until the scope is open or has ended.
  ///
  /// - Throws: `CancellationError`.
  func awaitChange() async throws { try await wait { $0.phase == .open || $0.phase == .ended } }

  private func wait(until condition: @Sendable (State) -> Bool) async throws {
    // Other waiters wait for other conditions.
    while !state.withLock({ condition($0) }) {
      try await TaskWaiters.wait { body in
        state.withLock { state in
          body(&state.waiters, condition(state) ? .success(()) : nil)
        }
      }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    var waiters = state.withLock { state in
      body(&state)
      return state.waiters.takeAll()
    }
    waiters.resumeAll(with: .success(()))
  }
}
