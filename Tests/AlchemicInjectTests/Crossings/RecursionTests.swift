#if Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

/// Creates itself in its own creation, as a task.
private final class Report: Sendable {
  init() async throws { let _: Report = try await AcGetAsync() }
}

private final class Called: Sendable {
  init(_ next: Provider<Called>) async throws { _ = try await next.callAsync() }
}

private final class Ping: Sendable {
  init() async throws { _ = try await AcGetAsync(Pong.self) }
}

private final class Pong: Sendable {
  init() async throws { _ = try await AcGetAsync(Ping.self) }
}

private final class Numbered: Sendable {
  init(_ number: Int, _ next: Provider<Numbered, Int>) async throws {
    _ = try await next.callAsync(number + 1)
  }
}

private final class Nested: Sendable {}

private final class Left: AlchemicAware, @unchecked Sendable {
  @Injected var right: Right
}

private final class Right: AlchemicAware, @unchecked Sendable {
  @Injected var left: Left
}

@Suite struct RecursionTests {
  private func isRefused(_ request: () async throws -> Void) async {
    let ids = await problems { try await request() }.map(\.id)
    #expect(ids == [.cycle])
  }

  @Test("Y3: recursion of tasks without end is an error after a bounded number of creations")
  func tasks() async throws {
    try await Alchemic.withModel {
      $0.register(Report.init, .template)
      $0.register(Called.init, .template)
      $0.register(Ping.init, .template)
      $0.register(Pong.init, .template)
      $0.register(.template) { (number: Given<Int>, next: Provider<Numbered, Int>) async throws in
        try await Numbered(number.value, next)
      }
    } operation: {
      await isRefused { _ = try await AcGetAsync(Report.self) }
      await isRefused { _ = try await AcGetAsync(Called.self) }
      await isRefused { _ = try await AcGetAsync(Ping.self) }
      let found = await problems {
        _ = try await AcGetAsync(Provider<Numbered, Int>.self).callAsync(1)
      }
      #expect(found.map(\.id) == [.tooDeep])
      #expect(
        found.first?.description.contains("by creations that each await the next one") == true)
    }
  }

  /// Requests a template that opens a child and requests itself there, until it is `depth` deep.
  private func nest(_ depth: Int, onStackOf size: Int) -> (error: AlchemicError?, time: Double) {
    let result = Log<(AlchemicError?, Double)>()
    onStack(of: size) {
      let made = Counter()
      var error: AlchemicError?
      let time = processorTime {
        error = alchemicError {
          try Alchemic.withModel {
            $0.register(.template) { () throws -> Nested in
              made.increment()
              guard made.value < depth else { return Nested() }
              return try Alchemic.withModel({ _ in }, operation: { try AcGet() })
            }
          } operation: {
            _ = try AcGet(Nested.self)
          }
        }
      }
      result.add((error, time))
    }
    return result.entries[0]
  }

  @Test("Y3: recursion through nested children is an error, and takes no cubic time")
  func nestedChildren() {
    #expect(nest(.max, onStackOf: 512 << 10).error?.problems.map(\.id) == [.tooDeep])
    let large = 256 << 20
    _ = nest(5, onStackOf: large)
    let (short, long) = (nest(40, onStackOf: large), nest(160, onStackOf: large))
    #expect(short.error == nil && long.error == nil)
    #expect(long.time < 40 * short.time + 0.02, "\(long.time / short.time)×")
  }

  @Test("Y3, O4: hosts of one request that need each other are shared, and refused by nobody")
  func sharedHosts() throws {
    try Alchemic.withModel {
      $0.register(.perRequest) { Left() }
      $0.register(.perRequest) { Right() }
    } operation: { () throws in
      let left = try AcGet(Left.self)
      #expect(left.right.left === left)
    }
  }

  @Test("Y4: an awaited object of one request is created once, whatever needs it at once")
  func oncePerRequest() async throws {
    final class Unit: Sendable {}
    struct Both: Sendable {
      let (one, two): (Unit, Unit)
    }
    final class User: Sendable {
      let unit: Unit
      init(_ unit: Unit) { self.unit = unit }
    }
    let made = Counter()
    try await Alchemic.withModel {
      $0.register(.perRequest) { () async in
        await Task.yield()
        made.increment()
        return Unit()
      }
      $0.register(.named("a"), .template) { (unit: Unit) async in User(unit) }
      $0.register(.named("b"), .template) { (unit: Unit) async in User(unit) }
      $0.register(.template) { () async throws in
        async let one = AcGetAsync(User.self, AcName("a"))
        async let two = AcGetAsync(User.self, AcName("b"))
        return Both(one: try await one.unit, two: try await two.unit)
      }
    } operation: {
      for round in 1...Effort.of(2000) {
        let both = try await AcGetAsync(Both.self)
        #expect(both.one === both.two)
        #expect(made.value == round)
      }
    }
  }
}
#endif
