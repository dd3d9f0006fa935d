import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

private final class Left: Sendable {}
private final class Right: Sendable {}

/// Counts how many of its hooks run at once.
private final class Overlap: Sendable {
  private let running = Atomic<Int>(0)
  private let most = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)

  func during(_ body: () -> Void) {
    let now = running.add(1, ordering: .acquiringAndReleasing).newValue
    most.max(now, ordering: .acquiringAndReleasing)
    calls.add(1, ordering: .relaxed)
    body()
    running.subtract(1, ordering: .acquiringAndReleasing)
  }

  var greatest: Int { most.load(ordering: .acquiring) }
  var count: Int { calls.load(ordering: .acquiring) }
}

/// Serialises its hooks by a lock of its own.
private final class Locking: AlchemicAware, @unchecked Sendable {
  @Transient var left: Left?
  @Transient var right: Right?
  let inHook = Overlap()
  let inLock = Overlap()
  private let lock = Mutex(())
  init() {}
  func didInject(variable: String) {
    inHook.during {
      // Waits until another thread is in a hook too, but not for long.
      waitUntil(seconds: 0.02) { inHook.greatest >= 2 }
      lock.withLock { _ in inLock.during { yieldThread() } }
    }
  }
}

/// Has its hooks serialised by the main actor.
private final class OnMainActor: @MainActor AlchemicAware, @unchecked Sendable {
  @Transient var left: Left?
  @Transient var right: Right?
  let inHook = Overlap()
  init() {}
  func didInject(variable: String) { inHook.during { yieldThread() } }
}

/// Two threads set the objects that one host follows.
@Suite(.ownThreads) struct HooksAtOnceTests {
  private func setFromTwoThreads(_ model: Model) {
    onThreads(2) { thread in
      CurrentModel.withModel(model) {
        for _ in 0..<20 {
          if thread == 0 { try? AcSet(Left()) } else { try? AcSet(Right()) }
        }
      }
    }
  }

  private func model() throws -> Model {
    try makeModel { model in
      model.register(Left.init)
      model.register(Right.init)
    }
  }

  @Test("T4: hooks of one host may run at once; a lock of the host serialises their work")
  func byLock() throws {
    let model = try model()
    let host = Locking()
    CurrentModel.withModel(model) { AcInjectDependencies(host) }
    setFromTwoThreads(model)
    #expect(host.inHook.greatest == 2)
    #expect(host.inLock.greatest == 1 && host.inLock.count == 42)
  }

  @Test("T4: hooks of the main actor never run at once")
  func byMainActor() async throws {
    let model = try model()
    let host = OnMainActor()
    CurrentModel.withModel(model) { AcInjectDependencies(host) }
    setFromTwoThreads(model)
    await waitUntil(seconds: 20) { host.inHook.count >= 42 }
    #expect(host.inHook.greatest == 1 && host.inHook.count == 42)
  }
}
