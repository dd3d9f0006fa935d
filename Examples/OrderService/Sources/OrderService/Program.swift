import Alchemic
import Foundation
import Orders

/// Serves a thousand orders in two shifts, and prints totals that add up. A signal ends it earlier.
@main struct Program {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let address = arguments.drop { $0 != "--database" }.dropFirst().first
    let latencies = arguments.contains("--metrics") ? Latencies() : nil

    do {
      try await Alchemic.run(.strict) { model in
        if let address { model.register(.primary, .qualifier(DatabaseAddress.self)) { address } }
        if let latencies { model.register { latencies as any Metrics } }
      } operation: {
        try await serve(1000)
        if let (median, longest, number) = await latencies?.summary {
          print("half of the orders took at most \(median), and order \(number) took \(longest)")
        }
      }
    } catch {
      print(error)  // every mistake of the model, why the pool could not be opened, what failed
      exit(1)
    }
  }

  private static func serve(_ count: Int) async throws {
    let service: OrderService = try AcGet()
    let inventory: Inventory = try AcGet()
    let pool: ConnectionPool = try AcGet()

    let morning = await inventory.pieces
    try Alchemic.open(Shift.self)
    let early = try await service.serve(orders(0..<count / 2))
    try await Alchemic.renew(Shift.self)
    let late = try await service.serve(orders(count / 2..<count))
    try await Alchemic.close(Shift.self)

    let totals = early + late
    let (delivered, left, rows) = await (inventory.delivered, inventory.pieces, pool.rows)

    print("\(totals.sold) sold, \(totals.refused) refused")
    print("\(rows.reduce(0, +)) rows: \(rows) by connection")
    print("\(morning) pieces + \(delivered) delivered - \(totals.pieces) sold = \(left) left")
  }

  /// Customers who order one to four pieces of fruit, all at once.
  private static func orders(_ numbers: Range<Int>) -> AsyncStream<Order> {
    let fruit = ["apple", "pear", "plum"]
    let (orders, customers) = AsyncStream.makeStream(of: Order.self)
    for number in numbers {
      let item = fruit[number % fruit.count]
      customers.yield(Order(number: number, item: item, pieces: 1 + number % 4))
    }
    customers.finish()
    return orders
  }
}
