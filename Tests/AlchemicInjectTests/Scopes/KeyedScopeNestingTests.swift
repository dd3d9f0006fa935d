#if Scopes
import Alchemic
import AlchemicTestSupport
import Testing

private typealias Tenant = Tenancy.Tenant
private typealias Visit = Tenancy.Visit
private typealias Call = Tenancy.Call
private typealias Job = Tenancy.Job

@Suite struct KeyedScopeNestingTests {
  @Test("O7: scopes within a keyed one use its objects, and end before it")
  func inner() async throws {
    try await Tenancy.run { journal in
      try await Tenancy.pool(of: 1) {
        try await Alchemic.withScope(Call.self) { () async throws in
          #expect(try AcGet(Tenancy.Answer.self).pool === AcGet(Tenancy.Pool.self))
        }
      }
      #expect(journal.entries == ["open 1", "stop answer", "stop 1"])
    }
  }

  @Test("O7: a keyed scope is entered within a scope that has nothing to do with it")
  func withinOther() async throws {
    try await Tenancy.run { _ in
      let tenant = try await Tenancy.open(1)
      let pool = try Alchemic.withScope(tenant) { try AcGet(Tenancy.Pool.self) }
      try await Alchemic.withScope(Job.self) {
        let work: Tenancy.Work = try AcGet()
        try await Alchemic.withScope(tenant) {
          #expect(try AcGet(Tenancy.Work.self) === work)
          #expect(try AcGet(Tenancy.Pool.self) === pool)
          try await Alchemic.withScope(Call.self) {
            #expect(try AcGet(Tenancy.Answer.self).pool === pool)
            #expect(try AcGet(Tenancy.Work.self) === work)
            // Within itself it is entered again.
            let again = try Alchemic.withScope(tenant) { try AcGet(Tenancy.Answer.self) }
            #expect(try again === AcGet(Tenancy.Answer.self))
          }
        }
        #expect(problems { _ = try AcGet(Tenancy.Pool.self) }.map(\.id) == [.noScope])
      }
    }
  }

  @Test("O7: within another scope of its kind, or one that needs its objects, it is refused")
  func refused() async throws {
    try await Tenancy.run { journal in
      let second = try await Tenancy.open(2)
      try await Tenancy.pool(of: 1) {
        let other = problems { try Alchemic.withScope(second) {} }
        #expect(other.map(\.id) == [.scopeOpen])
        let byKey = await problems { try await Tenancy.pool(of: 3) }
        #expect(byKey.map(\.id) == [.scopeOpen])
        // It may be opened and used elsewhere.
        let third = try await Tenancy.open(4)
        let found = try await Task.detached {
          try Alchemic.withScope(third) { try AcGet(Tenancy.Pool.self).id.number }
        }.value
        #expect(found == 4)
      }
      try await Alchemic.withScope(Call.self) {
        let inner = problems { try Alchemic.withScope(second) {} }
        #expect(inner.map(\.id) == [.scopeOpen])
      }
      let open = problems { try Alchemic.open(Tenant.self) }
      #expect(open.map(\.id) == [.scopeOpen])
      try await second.close()
      try await eventually { journal.tracker.living == 0 }
      try Alchemic.open(Tenant.self)
      let ofModel = await problems { try await Tenancy.pool(of: 1) }
      #expect(ofModel.map(\.id) == [.scopeOpen])
      try await Alchemic.close(Tenant.self)
    }
  }

  @Test("O7: a keyed scope has the outer scope in which it was opened, wherever it is entered")
  func outerOfKeyed() async throws {
    try await Tenancy.run { journal in
      var visit: OpenScope?
      let pool = try await Tenancy.pool(of: 1) {
        visit = try await Alchemic.open(Visit.self, for: "ann")
      }
      // The visit holds its tenant open.
      #expect(journal.entries == ["open 1"])
      let open = try #require(visit)
      try await Task.detached {
        try Alchemic.withScope(open) { () throws in
          #expect(try ObjectIdentifier(AcGet(Tenancy.Basket.self).pool) == pool)
          #expect(try ObjectIdentifier(AcGet(Tenancy.Pool.self)) == pool)
        }
      }.value
      let found1 = try await Tenancy.pool(of: 1)
      #expect(found1 == pool)
      try await Tenancy.pool(of: 2) {
        let elsewhere = problems { try Alchemic.withScope(open) {} }
        #expect(elsewhere.map(\.id) == [.scopeOpen])
      }
      try await Tenancy.pool(of: 1) {
        try Alchemic.withScope(open) { _ = try AcGet(Tenancy.Basket.self) }
      }
      try await open.close()
      #expect(journal.entries == ["open 1", "open 2", "stop 2", "stop 1"])
      #expect(journal.tracker.living == 0)
    }
  }

  @Test("O7: the stop of a model ends its scopes first, the inner ones before their outer ones")
  func stopOfModel() async throws {
    try await Tenancy.run { journal in
      let tenant = try await Tenancy.open(1)
      try await Alchemic.withScope(tenant) {
        try await Alchemic.withScope(Visit.self, for: "ann") { _ = try AcGet(Tenancy.Basket.self) }
      }
      #expect(journal.tracker.living == 2)
      try await Alchemic.stop(timeout: .seconds(600))
      #expect(journal.entries == ["open 1", "stop 1", "stop cluster"])
      #expect(journal.tracker.living == 0)
      #expect(problems { try Alchemic.withScope(tenant) {} }.map(\.id) == [.noScope])
    }
  }

  @Test("O7: the end of a model releases what rests, and what is open ends later")
  func endOfModel() async throws {
    let journal = Tenancy.Journal()
    var left: OpenScope?
    try await Alchemic.withModel {
      Tenancy.declare($0, journal)
    } operation: {
      try await Tenancy.pool(of: 1) {
        try await Alchemic.withScope(Visit.self, for: "ann") { _ = try AcGet(Tenancy.Basket.self) }
      }
      #expect(journal.tracker.living == 2)
      left = try await Tenancy.open(2)
    }
    #expect(journal.tracker.living == 0)
    let gone = problems {
      try left.map { try Alchemic.withScope($0) { _ = try AcGet(Tenancy.Pool.self) } }
    }
    #expect(gone.map(\.id) == [.modelGone])
    left = nil
  }

  @Test("O7: each child model has scopes of its own")
  func children() async throws {
    try await Tenancy.run { _ in
      let tenant = try await Tenancy.open(1)
      let pool = try Alchemic.withScope(tenant) { try AcGet(Tenancy.Pool.self) }
      try await Alchemic.withModel {
        let found2 = try await Tenancy.pool(of: 1)
        #expect(found2 != ObjectIdentifier(pool))
        // A value brings the model in which the scope was opened.
        let found3 = try Alchemic.withScope(tenant) { try AcGet(Tenancy.Pool.self) }
        #expect(found3 === pool)
        let again = try await Alchemic.withScope(tenant) { try await AcGetAsync(Tenancy.Pool.self) }
        #expect(again === pool)
      }
    }
  }
}
#endif
