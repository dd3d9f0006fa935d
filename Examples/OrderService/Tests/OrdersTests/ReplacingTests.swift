import Alchemic
import AlchemicTesting
import Testing

@testable import Orders

/// Each test has a model of its own, in which fakes replace services and values. The real services
/// are not created.
@Suite(.alchemic { $0.register { FakeDatabase() } })
struct ReplacingTests {
  @Test("the real pool is not opened if a fake replaces it") func fake() async throws {
    let database: FakeDatabase = try AcGet()

    try await Alchemic.withScope(OrderScope.self) {
      try $0.set(Order(number: 7, item: "apple", pieces: 1))
    } operation: {
      try await (AcGet() as OrderHandler).handle()
    }

    #expect(await database.written == [7])
  }

  @Test(
    "refused orders are counted, and the others are sold",
    .alchemic { $0.register { FakeDatabase(refusing: "pear") } })
  func refusal() async throws {
    let service: OrderService = try AcGet()

    #expect(try await service.serve(.orders(10)) == Totals(sold: 5, pieces: 15, refused: 5))
  }

  @Test("metrics may be missing", arguments: [true, false])
  func metrics(registered: Bool) async throws {
    let latencies = Latencies()
    try await Alchemic.withModel { model in
      if registered { model.register { latencies as any Metrics } }
    } operation: {
      let service: OrderService = try AcGet()

      _ = try await service.serve(.orders(3))

      #expect(await (latencies.summary != nil) == registered)
    }
  }
}
