#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

/// Belongs to one session. Counts those that are alive, and records a stop.
private final class Member: AlchemicStopping, Sendable {
  let life: LifeTracker.Life
  let stopped: Counter
  init(_ life: LifeTracker.Life, _ stopped: Counter) { (self.life, self.stopped) = (life, stopped) }
  func stop() { stopped.increment() }
}

private final class Reader: @unchecked Sendable {
  @Transient var member: Member?
}

@Suite("Races of scopes") struct ScopeRaceTests {
  @Test("O2, O6: requests, sets and renewals at once leave nothing alive")
  func renewals() async throws {
    let (tracker, created, stopped) = (LifeTracker(), Counter(), Counter())
    try await Alchemic.withModel {
      $0.register(AcScope(WebShop.Session.self)) {
        created.increment()
        return Member(tracker.life(), stopped)
      }
      $0.register { Reader() }
    } operation: {
      let reader: Reader = try AcGet()
      try Alchemic.open(WebShop.Session.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for turn in 0..<Effort.of(400) {
              switch (number, turn % 4) {
              case (0, _): try await Alchemic.renew(WebShop.Session.self, timeout: .seconds(600))
              case (1, 0): try AcSet(Member(tracker.life(), Counter()))
              case (2, _): _ = reader.member
              default: _ = try AcGet(Member.self)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await Alchemic.close(WebShop.Session.self, timeout: .seconds(600))
      #expect(reader.member == nil)
    }
    #expect(stopped.value <= created.value)
    #expect(tracker.living == 0)
  }

  @Test("O1, O6: scopes with requests, sets and tasks that stay behind leave nothing alive")
  func tasks() async throws {
    let (tracker, created, stopped) = (LifeTracker(), Counter(), Counter())
    try await Alchemic.withModel {
      $0.register(AcScope(WebShop.Job.self)) {
        created.increment()
        return Member(tracker.life(), stopped)
      }
    } operation: {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for turn in 0..<Effort.of(200) {
              let left = try await Alchemic.withScope(WebShop.Job.self, timeout: .seconds(600)) {
                async let one = AcGet(Member.self)
                async let two = AcGet(Member.self)
                let (first, second) = (try await one, try await two)
                #expect(first === second)
                if turn % 3 == 0 { try AcSet(Member(tracker.life(), Counter())) }
                return Task { number % 2 == 0 ? try? AcGet(Member.self) : nil }
              }
              _ = await left.value
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(tracker.living == 0)
    #expect(created.value > 0)
  }
}
#endif
