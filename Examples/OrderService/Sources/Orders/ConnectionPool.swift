import Alchemic

/// The real database: a number of connections, which the start of the program awaits.
///
/// If one cannot be opened, the start throws the error, and no order is served.
package actor ConnectionPool: Database, AlchemicManaged, AlchemicStopping {
  private let connections: [Connection]
  private var idle: [Connection]
  private var waiting: [CheckedContinuation<Connection, Never>] = []

  package init(to address: String, size: Int, writing time: Duration) async throws {
    connections = try await withThrowingTaskGroup(of: Connection.self) { group in
      for _ in 0..<size {
        group.addTask { try await Connection(to: address, writing: time) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    idle = connections
  }

  package static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(
      of, ConnectionPool.init(to:size:writing:), .qualified(DatabaseAddress.self),
      .qualified(PoolSize.self), .qualified(WritingTime.self))
  }

  /// How many rows each connection has written.
  package var rows: [Int] {
    get async {
      var rows: [Int] = []
      for connection in connections { await rows.append(connection.rows) }
      return rows
    }
  }

  /// Closes the connections when nobody needs the database any more.
  package func stop() async {
    for connection in connections { await connection.close() }
    print("\(connections.count) connections closed")
  }

  package func write(_ order: Order) async throws {
    let connection = await borrow()
    defer { giveBack(connection) }
    try await connection.write(order)
  }

  private func borrow() async -> Connection {
    if let connection = idle.popLast() { return connection }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func giveBack(_ connection: Connection) {
    if waiting.isEmpty {
      idle.append(connection)
    } else {
      waiting.removeFirst().resume(returning: connection)
    }
  }
}
