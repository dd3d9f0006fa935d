import Alchemic
import AlchemicTesting
import Testing

@testable import Orders

/// What an order has of its own, and what a shift has. The tests run in parallel, each with scopes
/// of its own.
@Suite(.alchemic { $0.register { FakeDatabase() } })
struct ScopeTests {
  @Test("all services of an order have that order", arguments: 1...20)
  func order(number: Int) async throws {
    try await Alchemic.withScope(OrderScope.self) {
      try $0.set(Order(number: number, item: "plum", pieces: 1))
    } operation: {
      let handler: OrderHandler = try AcGet()
      await Task.yield()
      let numbers = [handler.picking.order, handler.booking.order, handler.timing.order]
      #expect(numbers.map(\.number) == [number, number, number])
      #expect(handler.shift == nil)
    }
  }

  @Test("without an order there is nobody to handle it")
  func outside() {
    let error = #expect(throws: AlchemicError.self) { try AcGet() as OrderHandler }
    #expect(error?.problems.map(\.id) == [.noScope])
  }

  @Test("all orders of a shift have its report, and the next shift has another")
  func shifts() async throws {
    let service: OrderService = try AcGet()
    try Alchemic.open(Shift.self)
    _ = try await service.serve(.orders(4))
    let early: ShiftReport = try AcGet()
    #expect(await early.orders == 4)

    try await Alchemic.renew(Shift.self)
    _ = try await service.serve(.orders(2))
    let late: ShiftReport = try AcGet()
    #expect(await (early.orders, late.orders) == (4, 2))
    try await Alchemic.close(Shift.self)
  }
}
