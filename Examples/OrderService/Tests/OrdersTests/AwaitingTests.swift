import Alchemic
import Testing

@testable import Orders

extension OrdersTests {
  /// Services that are created asynchronously, and those of the main actor.
  struct AwaitingTests {
    @Test("a pool that cannot connect fails the start") func unreachable() async throws {
      let error = await #expect(throws: AlchemicError.self) {
        try await Alchemic.start { model in
          model.register(.primary, .qualifier(DatabaseAddress.self)) { "nowhere" }
        }
      }
      let problem = try #require(error?.problems.first)
      #expect(problem.id == .creationFailed)
      #expect(problem.underlyingError is Unreachable)
      #expect("\(problem)".contains("because     no database answers at 'nowhere'"))
    }

    @Test("a lazy service is created once, for all tasks") func lazy() async throws {
      try await Alchemic.start(.strict) { model in
        model.register(.primary) { FakeDatabase() as any Database }
      }
      defer { Alchemic.reset() }
      #expect(throws: AlchemicError.self) { try AcGet() as Wholesaler }  // has to be awaited

      async let first: Wholesaler = AcGetAsync()
      async let second: Wholesaler = AcGetAsync()
      #expect(try await first === second)

      let third: Wholesaler = try AcGet()  // now it exists
      #expect(try await first === third)
    }

    @Test("the board is on the main actor") @MainActor func board() async throws {
      try await Alchemic.start(.strict) { model in
        model.register(.primary) { FakeDatabase() as any Database }
        model.register(.primary, .qualifier(StatusInterval.self)) { 5 }
      }
      defer { Alchemic.reset() }
      let service: OrderService = try AcGet()
      let board: StatusBoard = try AcGet()

      _ = try await service.serve(.orders(10))

      #expect(board.lines == ["5 orders, 15 pieces sold", "10 orders, 30 pieces sold"])
    }
  }
}
