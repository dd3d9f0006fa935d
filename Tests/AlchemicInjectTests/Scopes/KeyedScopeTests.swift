#if Scopes
import Alchemic
import AlchemicTestSupport
import Testing

private typealias Tenant = Tenancy.Tenant
private typealias Visit = Tenancy.Visit

@Suite struct KeyedScopeTests {
  @Test("O7: operations with one key run in one scope, which ends with the last of them")
  func oneForEach() async throws {
    try await Tenancy.run { journal in
      try await Tenancy.pool(of: 1) {
        let pool: Tenancy.Pool = try AcGet()
        let here = Alchemic.capture()
        let same = try await Task.detached {
          try await here.run {
            try await Alchemic.withScope(Tenant.self, for: 1) {
              try ObjectIdentifier(AcGet(Tenancy.Pool.self))
            }
          }
        }.value
        #expect(same == ObjectIdentifier(pool))
        #expect(journal.entries == ["open 1"])
      }
      #expect(journal.entries == ["open 1", "stop 1"])
      try await Tenancy.pool(of: 2)
      try await Tenancy.pool(of: 1)
      let later = ["open 2", "stop 2", "open 1", "stop 1"]
      #expect(journal.entries.suffix(4) == later && journal.tracker.living == 0)
    }
  }

  @Test("O7: thousands of keys at once, each opened once and ended once")
  func thousands() async throws {
    try await Tenancy.run { journal in
      let gate = Latch()
      let keys = Effort.of(2_000, atLeast: 100)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 * keys {
          group.addTask {
            // Each of the thousand scopes is open when its next operations come.
            let tenant = try await Tenancy.open(number % keys)
            await gate.wait()
            try await Tenancy.pool(of: number % keys)
            withExtendedLifetime(tenant) {}
          }
        }
        await gate.open()
        try await group.waitForAll()
      }
      try await eventually { journal.tracker.living == 0 }
      let opened = journal.entries.filter { $0.hasPrefix("open") }
      let stopped = journal.entries.filter { $0.hasPrefix("stop") }
      #expect(opened.count >= keys && opened.count == stopped.count)
      #expect(journal.tracker.made == opened.count)
    }
  }

  @Test("O7: a scope stays open while a value keeps it open")
  func handle() async throws {
    try await Tenancy.run { journal in
      var tenant: OpenScope? = try await Tenancy.open(1)
      let first = try await Tenancy.pool(of: 1)
      let found1 = try await Tenancy.pool(of: 1)
      #expect(found1 == first)
      var second: OpenScope? = try await Tenancy.open(1)
      tenant = nil
      let found2 = try await Tenancy.pool(of: 1)
      #expect(found2 == first)
      #expect(journal.entries == ["open 1"])
      second = nil
      try await eventually { journal.entries == ["open 1", "stop 1"] }
      withExtendedLifetime((tenant, second)) {}
    }
  }

  @Test("O7: without objects to stop, the last value ends the scope at once")
  func atOnce() async throws {
    try await Tenancy.run { journal in
      var tenant: OpenScope? = try await Tenancy.open(1)
      try tenant.map { try Alchemic.withScope($0) { _ = try AcGet(Tenancy.Quota.self) } }
      #expect(journal.tracker.living == 1)
      tenant = nil
      // At once, unless a test beside this one observes events.
      try await eventually { journal.tracker.living == 0 }
      withExtendedLifetime(tenant) {}
    }
  }

  @Test("O7: a value is entered by any task, on any thread")
  func entered() async throws {
    try await Tenancy.run { _ in
      let tenant = try await Tenancy.open(7)
      let first = try Alchemic.withScope(tenant) { try AcGet(Tenancy.Pool.self) }
      let second = try await Task.detached {
        try await Alchemic.withScope(tenant) { try await AcGetAsync(Tenancy.Pool.self) }
      }.value
      let third = try await Task.detached {
        try Alchemic.withScope(tenant) { try AcGet(Tenancy.Pool.self) }
      }.value
      #expect(first === second && second === third)
      try await tenant.close()
      #expect(problems { try Alchemic.withScope(tenant) {} }.map(\.id) == [.noScope])
    }
  }

  @Test("O7: a close waits for the operations, and stops once")
  func close() async throws {
    try await Tenancy.run { journal in
      let tenant = try await Tenancy.open(1)
      let (begun, end) = (Latch(), Latch())
      let here = Alchemic.capture()
      async let operation: Void = here.run {
        try await Alchemic.withScope(tenant) {
          let pool: Tenancy.Pool = try AcGet()
          await begun.open()
          await end.wait()
          #expect(try AcGet(Tenancy.Pool.self) === pool)
          #expect(journal.entries == ["open 1"])
        }
      }
      await begun.wait()
      async let first: Void = tenant.close(timeout: .seconds(600))
      async let second: Void = here.run {
        try await Alchemic.close(Tenant.self, for: 1, timeout: .seconds(600))
      }
      // A request for the same key waits for the end, and opens another scope.
      async let next = here.run { try await Tenancy.pool(of: 1) }
      for _ in 0..<100 { await Task.yield() }
      await end.open()
      _ = try await (operation, first, second, next)
      #expect(journal.entries == ["open 1", "stop 1", "open 1", "stop 1"])
    }
  }

  @Test(
    "O7: a close within the scope is refused at once, and one that comes too early is taken back")
  func closeInUse() async throws {
    try await Tenancy.run { journal in
      let tenant = try await Tenancy.open(1)
      try await Alchemic.withScope(tenant) {
        let inside = await problems { try await tenant.close(timeout: .seconds(600)) }
        #expect(inside.map(\.id) == [.scopeOpen])
        #expect(
          inside[0].description.contains("Tenant cannot be closed while an operation runs in it."))
        let late = await Task.detached {
          await problems { try await tenant.close(timeout: .milliseconds(20)) }
        }.value
        #expect(late.map(\.id) == [.scopeOpen])
        // It is open as before.
        _ = try AcGet(Tenancy.Pool.self)
        try await Task.detached { try Alchemic.withScope(tenant) {} }.value
      }
      try await tenant.close()
      try await tenant.close()
      #expect(journal.entries == ["open 1", "stop 1"])
    }
  }

  @Test("O7: a key that is not open cannot be closed")
  func closeUnknown() async throws {
    try await Tenancy.run { _ in
      let found = await problems { try await Alchemic.close(Tenant.self, for: 1) }
      #expect(found.map(\.id) == [.noScope])
    }
  }

  @Test("O7: so many scopes stay open without use as the kind allows: those used last")
  func idle() async throws {
    try await Tenancy.run { journal in
      func visit(_ name: String) async throws -> ObjectIdentifier {
        try await Alchemic.withScope(Visit.self, for: name) {
          try ObjectIdentifier(AcGet(Tenancy.Basket.self))
        }
      }
      let tenant = try await Tenancy.open(1)
      try await Alchemic.withScope(tenant) {
        let a = try await visit("a")
        _ = try await visit("b")
        let found3 = try await visit("a")
        #expect(found3 == a)
        // The pool and two baskets. A third visit ends b, which was used longest ago.
        #expect(journal.tracker.living == 3)
        _ = try await visit("c")
        // At once, unless a test beside this one observes events.
        try await eventually { journal.tracker.living == 3 }
        let found4 = try await visit("a")
        #expect(found4 == a)
        _ = try await visit("b")
        try await eventually { journal.tracker.living == 3 }
        #expect(journal.tracker.made == 5)
        for number in 0..<1_000 { _ = try await visit("\(number % 7)") }
        try await eventually { journal.tracker.living == 3 }
      }
      // A close of the tenant ends the visits that rest.
      try await tenant.close()
      #expect(journal.tracker.living == 0)
    }
  }

  @Test("O7: the same key in another outer scope is another scope")
  func keysOfTenants() async throws {
    try await Tenancy.run { _ in
      func visit() async throws -> ObjectIdentifier {
        try await Alchemic.withScope(Visit.self, for: "ann") {
          #expect(try AcGet(Tenancy.Basket.self).pool === AcGet(Tenancy.Pool.self))
          return try ObjectIdentifier(AcGet(Tenancy.Basket.self))
        }
      }
      let (first, second) = (try await Tenancy.open(1), try await Tenancy.open(2))
      let one = try await Alchemic.withScope(first) { try await visit() }
      let two = try await Alchemic.withScope(second) { try await visit() }
      let again = try await Alchemic.withScope(first) { try await visit() }
      #expect(one == again && one != two)
    }
  }

  @Test("O7: a close continues in a task that was cancelled, and so does the stop of the model")
  func cancelled() async throws {
    try await Tenancy.run { journal in
      let (first, second) = (try await Tenancy.open(1), try await Tenancy.open(2))
      for tenant in [first, second] {
        try Alchemic.withScope(tenant) { _ = try AcGet(Tenancy.Pool.self) }
      }
      let here = Alchemic.capture()
      let task = Task.detached {
        try await here.run {
          while !Task.isCancelled { await Task.yield() }
          try await first.close()
          try await Alchemic.stop()
        }
      }
      task.cancel()
      try await task.value
      #expect(journal.entries.suffix(3) == ["stop 1", "stop 2", "stop cluster"])
      withExtendedLifetime(second) {}
    }
  }

  @Test("O7: the end of a scope that nothing used for long fails nobody's operation")
  func evicted() async throws {
    final class Stubborn: AlchemicStopping, Sendable {
      struct Refusal: Error {}
      func stop() throws { throw Refusal() }
    }
    try await Alchemic.withModel {
      $0.register(.scope(Visit.self)) { Stubborn() }
    } operation: {
      for number in 0..<10 {
        try await Alchemic.withScope(Visit.self, for: "\(number)") { _ = try AcGet(Stubborn.self) }
      }
    }
  }

  @Test("O7: if its first objects cannot be stored, the next caller opens the scope")
  func failedOpening() async throws {
    struct Refused: Error {}
    try await Tenancy.run { journal in
      await #expect(throws: Refused.self) {
        try await Alchemic.withScope(Tenant.self, for: 1) { _ in
          throw Refused()
        } operation: {
        }
      }
      try await Tenancy.pool(of: 1)
      #expect(journal.entries == ["open 1", "stop 1"])
    }
  }

  @Test("O7: memory is flat over many keys")
  func flat() async throws {
    try await Tenancy.run { journal in
      let count = Effort.of(20_000)
      for number in 0..<count {
        try await Alchemic.withScope(Tenant.self, for: number) {
          try $0.set(Tenancy.ID(number: number))
        } operation: {
          _ = try AcGet(Tenancy.Quota.self)
        }
        if journal.tracker.living != 0 { Issue.record("\(number) lives") }
      }
      #expect(journal.tracker.made == count)
    }
  }
}
#endif
