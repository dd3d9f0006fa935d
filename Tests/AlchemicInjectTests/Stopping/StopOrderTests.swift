#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

private final class Pool: Stoppable, @unchecked Sendable {}

/// Uses the pool only when somebody asks it, so that it is created before the pool.
private final class Cache: Stoppable, @unchecked Sendable {
  @Injected var pool: Pool
}

/// Has nothing to stop itself.
private final class Reports: @unchecked Sendable {
  @Injected var cache: Cache
}

private final class Dashboard: Stoppable, @unchecked Sendable {
  let reports: Reports
  init(_ reports: Reports) { self.reports = reports }
}

private struct Panel {
  @Injected var pool: Pool
}

private final class Window: Stoppable, @unchecked Sendable {
  let panel = Panel()
}

private protocol Rule: AnyObject, Sendable {}
private final class First: Stoppable, Rule, @unchecked Sendable {}
private final class Second: Stoppable, Rule, @unchecked Sendable {}

private final class Auditor: Stoppable, @unchecked Sendable {
  @InjectedArray var rules: [any Rule]
  @Injected var pool: Provider<Pool>
}

private final class Hall: Stoppable, @unchecked Sendable {
  func stage() -> Stage { Stage() }
}

private final class Stage: Stoppable, @unchecked Sendable {}

/// Two that need each other by properties, the second of which takes the first as an argument too.
private final class Left: Stoppable, @unchecked Sendable {
  @Injected var right: Right
}

private final class Right: Stoppable, @unchecked Sendable {
  let left: Left
  init(_ left: Left) { self.left = left }
}

@Suite struct StopOrderTests {
  /// Runs a model, in which `configure` registers what stops, and returns what has stopped.
  private func stopped(
    _ configure: (ModelBuilder) -> Void, making: () throws -> Void
  ) async throws -> [String] {
    let log = StopLog()
    try await Alchemic.withModel {
      $0.register { log }
      configure($0)
    } operation: {
      try making()
      try await stopCurrent()
    }
    return log.entries
  }

  @Test("Q1: what a property needs is stopped after its host, though it was created later")
  func property() async throws {
    let entries = try await stopped {
      $0.register(Pool.init)
      $0.register(Cache.init)
    } making: {
      let cache: Cache = try AcGet()
      _ = cache.pool
    }
    #expect(entries == ["Cache", "Pool"])
  }

  @Test("Q1: the order goes through objects that have nothing to stop")
  func byWayOfOthers() async throws {
    let entries = try await stopped {
      $0.register(Dashboard.init)
      $0.register(Pool.init)
      $0.register(Reports.init)
      $0.register(Cache.init)
    } making: {
      // The pool is created first, and stopped last.
      _ = try AcGet(Pool.self)
      let dashboard: Dashboard = try AcGet()
      _ = dashboard.reports.cache
    }
    #expect(entries == ["Dashboard", "Cache", "Pool"])
  }

  @Test("Q1: a property of a structure, an array and a provider are needs, too")
  func otherNeeds() async throws {
    let ofStructure = try await stopped {
      $0.register(Pool.init)
      $0.register(Window.init)
    } making: {
      _ = try AcGet(Pool.self)
      _ = try AcGet(Window.self)
    }
    #expect(ofStructure == ["Window", "Pool"])

    let ofOthers = try await stopped {
      $0.register(Pool.init)
      $0.register(First.init)
      $0.register(Second.init)
      $0.register(Auditor.init)
    } making: {
      _ = try AcGet(Pool.self)
      _ = try AcGet([any Rule].self)
      _ = try AcGet(Auditor.self)
    }
    #expect(ofOthers.first == "Auditor")
    #expect(Set(ofOthers) == ["Auditor", "Pool", "First", "Second"])
  }

  @Test("Q1: what a method has made is stopped before the object of the method")
  func method() async throws {
    let entries = try await stopped {
      $0.declare(Hall.self) { of in
        AcInitializer(of, Hall.init)
        AcMethod(of, Hall.stage)
      }
    } making: {
      _ = try AcGet(Stage.self)
    }
    #expect(entries == ["Stage", "Hall"])
  }

  @Test("Q1: in a circle, an object is stopped before those that it has as arguments")
  func circle() async throws {
    let entries = try await stopped {
      $0.register(Left.init)
      $0.register(Right.init)
    } making: {
      let left: Left = try AcGet()
      #expect(left.right.left === left)
    }
    #expect(entries == ["Right", "Left"])
  }

  @Test("Q1: what was not made, a template's product and what AcSet has stored are not stopped")
  func notMade() async throws {
    let entries = try await stopped {
      $0.register(Pool.init)
      $0.register(Cache.init)
      $0.register(First.init, AcTemplate())
      $0.register(Second.self, AcReference())
    } making: {
      _ = try AcGet(First.self)
      try AcSet(Second())
      _ = try AcGet(Pool.self)
      try AcSet(Pool())
      _ = try AcGet(Cache.self)
    }
    #expect(entries == ["Cache"])
  }

  @Test("Q1: an object of two factories is stopped once, after all that need it by either")
  func sameObject() async throws {
    let entries = try await stopped {
      $0.register(AcFactoryName("rule")) { (first: First) in first as any Rule }
      $0.register(First.init, AcFactoryName("first"))
      $0.register(Auditor.init)
      $0.register(Pool.init)
    } making: {
      _ = try AcGet(AcName("rule")) as any Rule
      _ = try AcGet(Auditor.self)
    }
    #expect(entries == ["Auditor", "First"])
  }

  @Test("Q1: objects that do not need each other are stopped at the same time")
  func atTheSameTime() async throws {
    // Each waits until the other has begun.
    final class Meeting: Sendable {
      let arrived = Counter()
      func join() async {
        arrived.increment()
        await waitUntil { arrived.value >= 2 }
      }
    }
    class Guest: AlchemicStopping, @unchecked Sendable {
      let meeting: Meeting
      init(_ meeting: Meeting) { self.meeting = meeting }
      func stop() async { await meeting.join() }
    }
    final class Other: Guest, @unchecked Sendable {}
    try await Alchemic.withModel {
      $0.register(Meeting.init)
      $0.register(AcFactoryName("guest")) { Guest($0) }
      $0.register(AcFactoryName("other")) { Other($0) }
    } operation: {
      _ = try AcGet(AcName("guest")) as Guest
      _ = try AcGet(Other.self)
      let meeting: Meeting = try AcGet()
      try await stopCurrent()
      #expect(meeting.arrived.value == 2)
    }
  }
}
#endif
