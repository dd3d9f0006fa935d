import Alchemic
import Testing

@testable import Orders

extension OrdersTests {
  /// A primary replaces a service or a value; the real service is then not created.
  struct ReplacingTests {
    @Test("the real pool is not opened if a fake replaces it") func fake() async throws {
      let database = FakeDatabase()
      try await Alchemic.start(.strict) { model in
        model.register(.primary) { database as any Database }
        model.register(.primary, .qualifier(DatabaseAddress.self)) { "nowhere" }
      }
      defer { Alchemic.reset() }
      let handler: Provider<OrderHandler, Order> = try AcGet()

      try await handler(Order(number: 7, item: "apple", pieces: 1)).handle()

      #expect(await database.written == [7])
    }

    @Test("refused orders are counted, and the others are sold") func refusal() async throws {
      try await Alchemic.start(.strict) { model in
        model.register(.primary) { FakeDatabase(refusing: "pear") as any Database }
      }
      defer { Alchemic.reset() }
      let service: OrderService = try AcGet()

      #expect(try await service.serve(.orders(10)) == Totals(sold: 5, pieces: 15, refused: 5))
    }

    @Test("metrics may be missing", arguments: [true, false])
    func metrics(registered: Bool) async throws {
      let latencies = Latencies()
      try await Alchemic.start(.strict) { model in
        model.register(.primary) { FakeDatabase() as any Database }
        if registered { model.register { latencies as any Metrics } }
      }
      defer { Alchemic.reset() }
      let service: OrderService = try AcGet()

      _ = try await service.serve(.orders(3))

      #expect(await (latencies.summary != nil) == registered)
    }
  }
}
