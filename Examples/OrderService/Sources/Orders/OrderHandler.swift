import Alchemic

/// Handles the order of its scope, by means of the services that know the order.
struct OrderHandler: Sendable {
  let picking: Picking
  let booking: Booking
  let timing: Timing
  /// Nil outside a shift.
  let shift: ShiftReport?

  /// Takes the pieces from the stock, and writes the order to the database.
  ///
  /// - Throws: The error of the supplier or of the database. The order's pieces are then in stock.
  func handle() async throws {
    try await picking.take()
    do {
      try await booking.write()
    } catch {
      await picking.putBack()
      throw error
    }
    await timing.record()
    await shift?.count()
  }
}
