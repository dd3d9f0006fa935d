import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

private protocol Rule: AnyObject, Sendable { var mark: Int { get } }

private final class NumberedRule: Rule {
  let mark = 4711
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class SetRule: Rule, Sendable {
  let mark = 4711
}

private final class Session: Sendable {}

private final class Page {
  @Transient var rules: [any Rule]
}

private final class Screen: AlchemicAware {
  @Transient var rules: [any Rule]
  /// The greatest number of rules that its hook has read.
  let seen = Atomic<Int>(0)

  func didInject(variable: String) { seen.max(rules.count, ordering: .acquiringAndReleasing) }
}

@Suite(.alchemicMain, .ownThreads) struct DiscoverRaceTests {
  private static let rounds = Effort.isSanitized ? 6 : 20

  private func start() throws {
    try Alchemic.start { model in
      model.register(SetRule.init)
      model.register(Session.self, AcReference(), AcNillable())
    }
  }

  private func pause() { for _ in 0..<20 { yieldThread() } }

  private static func addRule(_ number: Int) throws {
    try Alchemic.discover { model in
      model.register(AcFactoryName("rule \(number)")) { NumberedRule(number) as any Rule }
    }
  }

  @Test("when discover() has returned no thread reads an old array, whatever is set meanwhile")
  func readers() throws {
    try start()
    let published = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
    let stale = Counter()
    let broken = Counter()
    onThreads(5) { thread in
      /// Reads while rules are added, never fewer than were published before the read.
      func check(_ read: () throws -> [any Rule]) {
        while !isDone.load(ordering: .acquiring) {
          let known = published.load(ordering: .acquiring)
          let rules = (try? read()) ?? []
          if rules.count < known + 1 { stale.increment() }
          if rules.contains(where: { $0.mark != 4711 }) { broken.increment() }
          // Reads without a pause would keep other threads from the lock.
          pause()
        }
      }
      switch thread {
      case 0:
        for number in 0..<Self.rounds {
          do { try Self.addRule(number) } catch { broken.increment() }
          published.add(1, ordering: .releasing)
        }
        isDone.store(true, ordering: .releasing)
      case 1:
        let page = Page()
        check { page.rules }
      case 2: check { try AcGet() }
      case 3:
        // Hosts are created and released. The first read of each finds its resolver.
        check { Page().rules }
      default:
        while !isDone.load(ordering: .acquiring) {
          do {
            try AcSet(SetRule())
            try AcSet(Session())
          } catch { broken.increment() }
          pause()
        }
      }
    }
    #expect(stale.value == 0)
    #expect(broken.value == 0)
    #expect(Page().rules.count == Self.rounds + 1)
  }

  @Test("several threads may call discover() at once, and no declaration is lost")
  func discoverers() throws {
    try start()
    let failed = Counter()
    let page = Page()
    #expect(page.rules.count == 1)
    onThreads(4) { thread in
      for number in 0..<10 {
        do { try Self.addRule(thread * 10 + number) } catch { failed.increment() }
      }
    }
    #expect(failed.value == 0)
    let rules = page.rules.compactMap { ($0 as? NumberedRule)?.number }
    #expect(rules.sorted() == Array(0..<40))
    #expect(try AcGet([any Rule].self).count == 41)
  }

  @Test("a host that is injected while rules are added is notified of all of them in the end")
  func newHosts() throws {
    try start()
    let screens = Log<UnsafeTransfer>()
    let isDone = Atomic<Bool>(false)
    onThreads(3) { thread in
      if thread == 0 {
        for number in 0..<Self.rounds { try? Self.addRule(number) }
        isDone.store(true, ordering: .releasing)
        return
      }
      // All screens stay alive and are notified each time, so their number is limited.
      for _ in 0..<200 {
        let screen = Screen()
        AcInjectDependencies(screen)
        screens.add(UnsafeTransfer(screen: screen))
        pause()
        if isDone.load(ordering: .acquiring) { return }
      }
    }
    let seen = screens.entries.map { $0.screen.seen.load(ordering: .acquiring) }
    #expect(!seen.isEmpty)
    #expect(Set(seen) == [Self.rounds + 1])
  }

  /// A host that a thread has created, and that is read when the threads have ended.
  private struct UnsafeTransfer: @unchecked Sendable {
    // Proof: its property is read by the hook only, and its number is atomic.
    let screen: Screen
  }

  @Test("a reset while rules are added and read causes no errors but those of a reset")
  func resets() throws {
    for _ in 0..<20 {
      try start()
      let other = Counter()
      onThreads(3) { thread in
        switch thread {
        case 0: Alchemic.reset()
        case 1:
          for number in 0..<3 {
            for problem in problems(in: { try Self.addRule(number) })
            where ![.startInterrupted, .notStarted, .modelGone].contains(problem.id) {
              other.increment()
            }
          }
        default:
          for _ in 0..<100 { _ = try? AcGet([any Rule].self) }
        }
      }
      #expect(other.value == 0)
      Alchemic.reset()
    }
  }
}
