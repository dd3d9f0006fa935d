import AlchemicCore
import AlchemicRuntime

/// A scope that stays open as long as something uses it: operations, ``OpenScope`` values, and
/// scopes within it that are held in turn.
///
/// Each change of state is decided under the lock, and acted on outside. Who ends the last use of
/// an open scope ends the scope.
final class HeldScope: Sendable {
  // Numbers, because every program would link the conformances of enumerations with cases.

  /// What uses a scope.
  enum Use {
    /// An operation that runs in the scope, or a scope within it. A close waits for these.
    static let operation: UInt8 = 0
    /// An ``OpenScope``.
    static let handle: UInt8 = 1
  }

  enum Phase {
    static let opening: UInt8 = 0
    static let open: UInt8 = 1
    /// A close waits for the operations. They may still begin others.
    static let draining: UInt8 = 2
    /// The objects are stopped and released.
    static let ending: UInt8 = 3
    static let ended: UInt8 = 4
  }

  /// A tuple, because every program would link the description of a structure.
  ///
  /// - `scope`: Nil after the end.
  /// - `outers`: The scopes around it, which stay open at least as long.
  typealias State = (
    phase: UInt8, operations: Int, handles: Int, scope: Scope?, outers: [HeldScope],
    waiters: TaskWaiters
  )

  let kind: ScopeKind
  /// Nil for a scope without a key.
  let key: ScopeKey?
  let state: Locked<State>

  /// Ends an operation in the scope: see ``end(_:by:)``. A function, because every program
  /// with scopes links its call, and few hold any.
  let endOperation: @Sendable (HeldScope, ContinuousClock.Instant) async -> [Problem]

  init(
    _ kind: ScopeKind, _ key: ScopeKey?, _ state: State,
    _ endOperation: @escaping @Sendable (HeldScope, ContinuousClock.Instant) async -> [Problem]
  ) {
    (self.kind, self.key, self.state) = (kind, key, Locked(state))
    self.endOperation = endOperation
  }

  /// The scope; nil after the end.
  var scope: Scope? { state.withLock(\.scope) }

  /// Whether the scope is open, and nothing uses it.
  var isUnused: Bool { state.withLock { $0.phase == Phase.open && Self.isUnused($0) } }

  /// Whether operations run within the scope.
  var hasOperations: Bool { state.withLock { $0.operations > 0 } }

  var isEnded: Bool { state.withLock { $0.phase == Phase.ended } }

  /// Returns whether this scope keeps another one open.
  func isWithin(_ outer: HeldScope) -> Bool {
    state.withLock { $0.outers.contains { $0 === outer } }
  }

  private static func isUnused(_ state: State) -> Bool {
    state.operations == 0 && state.handles == 0
  }

  private static func add(_ use: UInt8, _ number: Int, to state: inout State) {
    if use == Use.operation { state.operations += number } else { state.handles += number }
  }

  // MARK: Uses

  /// Counts a use.
  ///
  /// - Parameter isInside: Whether an operation of the scope is the caller, which a close awaits;
  ///   or an object that the end stops.
  /// - Returns: Whether the caller may use the scope. If not, another caller opens or ends it:
  ///   wait, and try again. Nil if it has ended.
  func admit(_ use: UInt8, isInside: Bool = false) -> Bool? {
    state.withLock { state in
      switch state.phase {
      case Phase.ended: return nil
      case Phase.open: break
      case Phase.opening where isInside: break
      case Phase.draining where isInside && state.operations > 0: break
      case Phase.ending where isInside && Stopping.runsHere(state.scope?.stopping.reference): break
      default: return false
      }
      Self.add(use, 1, to: &state)
      return true
    }
  }

  /// Lets other callers use the scope, which its opener has filled.
  func didOpen(for use: UInt8) {
    change { state in
      state.phase = Phase.open
      Self.add(use, 1, to: &state)
    }
  }

  /// Ends a use. The caller then calls ``nextToEnd``.
  func leave(_ use: UInt8) { change { Self.add(use, -1, to: &$0) } }

  // MARK: The end

  /// Begins the end of an open scope if nothing uses it.
  ///
  /// - Returns: Whether the caller must end the scope.
  func beginEnd() -> Bool {
    state.withLock { state in
      guard state.phase == Phase.open, Self.isUnused(state) else { return false }
      state.phase = Phase.ending
      return true
    }
  }

  /// Begins the end of a scope that no other caller uses: its opener could not fill it.
  func beginEndOfOpening() { state.withLock { $0.phase = Phase.ending } }

  /// Begins a close, for which operations within the scope end first.
  ///
  /// - Returns: False if another caller ends or opens the scope.
  func beginClose() -> Bool {
    state.withLock { state in
      guard state.phase == Phase.open else { return false }
      state.phase = Phase.draining
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
      if isOver { state.phase = Phase.ending } else if orOpening { state.phase = Phase.open }
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
  func didEnd() { change { $0.phase = Phase.ended } }

  private func change(_ body: (inout State) -> Void) {
    var waiters = state.withLock { state in
      body(&state)
      return state.waiters.takeAll()
    }
    waiters.resumeAll(with: .success(()))
  }
}
