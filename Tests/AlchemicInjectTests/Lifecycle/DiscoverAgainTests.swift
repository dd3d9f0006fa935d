#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Clock: Sendable {}
private final class Missing: Sendable {}
private protocol Page: AnyObject, Sendable { var clock: Clock { get } }
private final class OneClock: Page {
  let clock: Clock
  init(_ clock: Clock) { self.clock = clock }
}
private final class TwoClocks: Page {
  let clock: Clock
  let other: Clock
  init(_ clock: Clock, _ other: Clock) { (self.clock, self.other) = (clock, other) }
}
private final class Broken: Sendable {
  init(_ missing: Missing) {}
}
private final class Theme: Sendable {}
private enum Visit: AlchemicScope {}

/// Discoveries one after the other, of which some are refused.
@Suite(.alchemicMain, .ownThreads) struct DiscoverAgainTests {
  @Test("H8: templates of a refused discovery leave nothing to those of later ones")
  func refusedTemplates() throws {
    try Alchemic.start { $0.register(Clock.init) }
    let clock: Clock = try AcGet()
    #expect(try AcGet([any Page].self).isEmpty)
    for number in 0..<40 {
      let name = "page \(number)"
      #expect(throws: AlchemicError.self) {
        try Alchemic.discover {
          $0.register(.template, .named(name)) { (clock: Clock) in OneClock(clock) as any Page }
          $0.register(Broken.init, .named("broken \(number)"))
        }
      }
      try Alchemic.discover {
        $0.register(.template, .named(name)) { (clock: Clock, other: Clock) in
          TwoClocks(clock, other) as any Page
        }
      }
      let pages: [any Page] = try AcGet()
      #expect(pages.count == number + 1)
      #expect(pages.allSatisfy { $0.clock === clock && ($0 as? TwoClocks)?.other === clock })
    }
  }

  @Test("H8: while plug-ins are added, tasks in scopes and threads request all of them")
  func arrayInScope() async throws {
    try await Alchemic.startAsync {
      $0.register(Clock.init)
      $0.register(.scope(Visit.self)) { (clock: Clock) in OneClock(clock) as any Page }
    }
    let isOver = Signal()
    let tasks = (0..<2).map { _ in
      Task {
        while !isOver.isSet {
          try await Alchemic.withScope(Visit.self) {
            for _ in 0..<20 {
              let pages: [any Page] = try AcGet()
              #expect(!pages.isEmpty)
            }
          }
        }
      }
    }
    for number in 0..<Effort.of(200) {
      try await Alchemic.discover {
        $0.register(.named("page \(number)")) { (clock: Clock) in OneClock(clock) as any Page }
      }
      await Task.yield()
    }
    isOver.raise()
    for task in tasks { try await task.value }
  }

  @Test("H8, G2: sets beside discoveries reach the primary that the last one has brought")
  func setsBesideDiscoveries() throws {
    for _ in 0..<Effort.of(50) {
      try Alchemic.start { $0.register(Theme.self, .reference, .nillable, .named("plain")) }
      let isOver = Signal()
      onThreads(2) { thread in
        if thread == 0 {
          _ = try? Alchemic.discover { $0.register(Theme.self, .reference, .primary, .nillable) }
          isOver.raise()
        } else {
          while !isOver.isSet { try? AcSet(Theme()) }
        }
      }
      let theme = Theme()
      try AcSet(theme)
      #expect(try AcGet(Theme.self) === theme)
      Alchemic.reset()
    }
  }
}
#endif
