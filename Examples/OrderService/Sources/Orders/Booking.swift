import Alchemic

/// Writes the order to the database.
struct Booking: Sendable {
  @Injected var database: any Database

  let order: Order

  func write() async throws {
    try await database.write(order)
  }
}
