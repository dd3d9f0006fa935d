import AlchemicCore
import AlchemicInject
import AlchemicScopes
import AlchemicTestSupport
import Synchronization

/// Callers of the objects of one scope, which ends meanwhile.
package final class ScopeTrial: Explored, @unchecked Sendable {
  // Proof: what differs between runs is under a lock, or belongs to the thread that drives.

  /// What a caller does in the scope.
  package enum Operation: CaseIterable, Hashable, Sendable {
    /// Asks for an object, whose initializer takes the one below.
    case get
    /// Asks for the one below.
    case getNeeded
    /// Sets the one below.
    case set
    /// Ends a scope that is open for one task.
    case end
  }

  private enum Kind: AlchemicScope {}

  /// Counts those that live.
  private class Counted: @unchecked Sendable {
    static let living = Atomic<Int>(0)
    init() { Self.living.add(1, ordering: .relaxed) }
    deinit { Self.living.subtract(1, ordering: .relaxed) }
  }

  private final class Needed: Counted, @unchecked Sendable {}

  private final class Needing: Counted, @unchecked Sendable {
    let needed: Needed
    init(_ needed: Needed) { self.needed = needed }
  }

  /// What the callers of one run have found.
  private struct State {
    var needing: Set<ObjectIdentifier> = []
    var findings: [String] = []
    /// Retains what was found, so that no other object has its address.
    var kept: [AnyObject] = []
  }

  package var hashState: ((inout Hasher) -> Void)? { nil }
  package let operations: [Operation]
  private let scoped: Model
  private var scope: Scope
  private let state = Locked(State())

  package init(_ operations: [Operation]) throws {
    self.operations = operations
    scoped = try makeModel {
      $0.register(AcScope(Kind.self)) { Needed() }
      $0.register(Needing.init, AcScope(Kind.self))
    }
    scope = try Self.open(in: scoped)
  }

  private static func open(in model: Model) throws -> Scope {
    try model.beginScope(of: ScopeKind(Kind.self), by: Problem.Step("ScopeTrial", nil))
  }

  package var description: String { "\(operations)" }

  package func reset() {
    finish()
    do { scope = try Self.open(in: scoped) } catch { note("no other scope: \(error)") }
    state.withLock { $0.findings = [] }
  }

  package func run(_ caller: Int) {
    CurrentModel.withModel(scoped) {
      if operations[caller] == .end { return end() }
      CurrentScope.run(in: scope) {
        do {
          switch operations[caller] {
          case .get:
            let object: Needing = try AcGet()
            let needed = object.needed
            state.withLock {
              $0.needing.insert(ObjectIdentifier(object))
              $0.kept += [object, needed]
            }
          case .getNeeded:
            let object: Needed = try AcGet()
            state.withLock { $0.kept.append(object) }
          case .set: try AcSet(Needed())
          case .end: break
          }
        } catch let error as AlchemicError {
          // A scope that ends refuses what comes later.
          if operations.contains(.end),
            [[.noScope], [.isStopping]].contains(error.problems.map(\.id))
          {
            return
          }
          note("\(error)")
        } catch { note("\(error)") }
      }
    }
  }

  private func end() {
    var scope = scope
    if !Scope.endAtOnce(&scope) { scope.endNow(in: scoped) }
  }

  private func note(_ finding: String) { state.withLock { $0.findings.append(finding) } }

  /// Ends the scope if no caller has done so, and releases what was found.
  private func finish() {
    if !scope.isEnded { end() }
    let kept = state.withLock { state in
      defer { state = State(findings: state.findings) }
      return state.kept
    }
    withExtendedLifetime(kept) {}
  }

  package func findings() -> [String] {
    let objects = state.withLock { $0.needing.count }
    if objects > 1 { note("there are \(objects) objects") }
    finish()
    let living = Counted.living.load(ordering: .relaxed)
    if living != 0 { note("\(living) objects live after the end") }
    let isRefused = CurrentModel.withModel(scoped) {
      CurrentScope.run(in: scope) { (try? AcGet(Needed.self)) == nil }
    }
    if !isRefused { note("there is an object after the end") }
    return state.withLock { $0.findings }
  }
}
