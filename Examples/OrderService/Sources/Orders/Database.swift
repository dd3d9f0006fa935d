/// Where sold orders are written: ``ConnectionPool``, or a fake in tests.
package protocol Database: Sendable {
  func write(_ order: Order) async throws
}

/// No database is at this address.
package struct Unreachable: Error, CustomStringConvertible {
  let address: String

  package var description: String { "no database answers at '\(address)'" }
}

/// A connection, on which one row is written after the other.
actor Connection {
  private(set) var rows = 0

  init(to address: String) async throws {
    try await Task.sleep(for: .milliseconds(20))  // stands for the network
    guard address.hasPrefix("orders://") else { throw Unreachable(address: address) }
  }

  func write(_ order: Order) async throws {
    try await Task.sleep(for: .microseconds(500))
    rows += 1
  }

  func close() async {
    try? await Task.sleep(for: .milliseconds(1))
  }
}
