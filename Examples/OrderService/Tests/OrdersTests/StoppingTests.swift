import Alchemic
import AlchemicTesting
import Testing

@testable import Orders

/// A database that knows who was open when it stopped.
private actor LastDatabase: Database, AlchemicStopping {
  private var service: OrderService?
  private(set) var wasServing: Bool?

  func write(_ order: Order) {}
  func watch(_ service: OrderService) { self.service = service }
  func stop() { wasServing = service?.isServing }
}

struct StoppingTests {
  @Test("the service stops before its database", .alchemic { $0.register(LastDatabase.init) })
  func order() async throws {
    let database: LastDatabase = try AcGet()
    let service: OrderService = try AcGet()
    await database.watch(service)
    _ = try await service.serve(.orders(10))

    try await Alchemic.stop()

    #expect(await database.wasServing == false)
  }
}
