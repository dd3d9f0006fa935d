/// Where sold orders are written: ``ConnectionPool``, or a fake in tests.
package protocol Database: Sendable {
  func write(_ order: Order) async throws
}

/// No database is at this address.
package struct Unreachable: Error, CustomStringConvertible {
  let address: String

  package var description: String { "no database answers at '\(address)'" }
}

/// The connection was closed before.
package struct Closed: Error {
  package init() {}
}

/// A connection, on which one row is written after the other.
actor Connection {
  private(set) var rows = 0
  private let writingTime: Duration
  private var isOpen = true

  init(to address: String, writing time: Duration) async throws {
    writingTime = time
    try await Task.sleep(for: .milliseconds(20))  // stands for the network
    guard address.hasPrefix("orders://") else { throw Unreachable(address: address) }
  }

  func write(_ order: Order) async throws {
    guard isOpen else { throw Closed() }
    if writingTime > .zero { try await Task.sleep(for: writingTime) }
    rows += 1
  }

  func close() async {
    isOpen = false
    try? await Task.sleep(for: .milliseconds(1))
  }
}
