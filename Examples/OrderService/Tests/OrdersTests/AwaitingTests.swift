import Alchemic
import AlchemicTesting
import Testing

@testable import Orders

/// Services that are created asynchronously, and those of the main actor.
struct AwaitingTests {
  @Test("a pool that cannot connect fails the start", .alchemicMain)
  func unreachable() async throws {
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

  @Test("a lazy service is created once, for all tasks", .alchemic)
  func lazy() async throws {
    #expect(throws: AlchemicError.self) { try AcGet() as Wholesaler }  // has to be awaited

    async let first: Wholesaler = AcGetAsync()
    async let second: Wholesaler = AcGetAsync()
    #expect(try await first === second)

    let third: Wholesaler = try AcGet()  // now it exists
    #expect(try await first === third)
  }

  @Test(
    "the board is on the main actor",
    .alchemic { model in
      model.register { FakeDatabase() }
      model.register(.qualifier(StatusInterval.self)) { 5 }
    })
  @MainActor func board() async throws {
    let service: OrderService = try AcGet()
    let board: StatusBoard = try AcGet()

    _ = try await service.serve(.orders(10))

    #expect(board.lines == ["5 orders, 15 pieces sold", "10 orders, 30 pieces sold"])
  }
}
