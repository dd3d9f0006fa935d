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

  private enum Phase { case opening, open, closing, ended }

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

  /// Counts a use.
  ///
  /// - Parameter isInside: Whether the caller runs within the scope, and so need not wait for the
  ///   end of an end.
  func admit(_ use: Use, isInside: Bool) -> Admission {
    state.withLock { state in
      switch state.phase {
      case .open: break
      case .opening, .closing: if !isInside { return .busy }
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

  /// Begins the end of an open scope if nothing uses it.
  ///
  /// - Returns: Whether the caller must end the scope.
  func beginEnd() -> Bool {
    state.withLock { state in
      guard state.phase == .open, state.isUnused else { return false }
      state.phase = .closing
      return true
    }
  }

  /// Begins the end of a scope that its opener could not fill.
  func beginEndOfOpening() { state.withLock { $0.phase = .closing } }

  /// Whether the scope is open, and nothing uses it.
  var isUnused: Bool { state.withLock { $0.phase == .open && $0.isUnused } }

  /// Begins a close, for which operations within the scope end first.
  ///
  /// - Returns: False if another caller has begun the end.
  func beginClose() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .closing
      return true
    }
  }

  /// Takes back ``beginClose()``: the operations did not end in time.
  func abandonClose() { change { $0.phase = .open } }

  /// Takes the ended scope from this object, and returns those around it.
  func takeOuters() -> [HeldScope] {
    state.withLock { state in
      defer { (state.scope, state.outers) = (nil, []) }
      return state.outers
    }
  }

  var isEnded: Bool { state.withLock { $0.phase == .ended } }

  /// Records that the end is complete.
  func didEnd() { change { $0.phase = .ended } }

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
