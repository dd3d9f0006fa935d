import Alchemic
import Foundation
import Orders
import Shop
import Synchronization
import Web

/// Serves requests of clients in this process, and checks that none is lost: first a number of
/// them, and then as many as are answered until SIGTERM has ended the server.
enum Check {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(_ requests: Int) async throws {
    let server = try Server(Shop.handler)
    let clients = Task { try await load(requests, on: server.port) }
    let pool = Mutex<ConnectionPool?>(nil)

    try await Alchemic.run(.strict) { model in
      model.register(.primary, .qualifier(WritingTime.self)) { Duration.zero }
    } operation: {
      let opened: ConnectionPool = try AcGet()
      pool.withLock { $0 = opened }
      await server.run()
    }

    let tally = try await clients.value
    let rows = await pool.withLock { $0 }?.rows.reduce(0, +) ?? 0
    let orders = tally.orders.values.reduce(0, +)
    let (received, answered) =
      (server.received.load(ordering: .relaxed), server.answered.load(ordering: .relaxed))
    print("\(received) requests read, \(answered) answered, \(tally.complete) complete at clients")
    print("\(orders) orders + \(Load.tenants.count) totals of tenants = \(rows) rows")
    print("\(tally.unserved) requests were refused after the signal, none was lost")
    guard received == answered, answered == tally.complete, rows == orders + Load.tenants.count
    else { throw Failure(description: "a request was lost") }
  }

  private static func load(_ requests: Int, on port: UInt16) async throws -> Tally {
    let load = Load(port: port)
    let early = Atomic(0)
    let start = ContinuousClock.now
    let first = try await load.run(requests) {
      if $0 == requests / 10 { early.store(memory, ordering: .relaxed) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let (before, after) = (early.load(ordering: .relaxed), memory)
    print("\(requests) requests, \(Int(Double(requests) / seconds)) in a second")
    print("\(before) KB of memory after a tenth of them, \(after) KB at the end")
    guard first.complete == requests else { throw Failure(description: "a request was lost") }
    guard after <= before + before / 5 + 4_096 else { throw Failure(description: "memory grows") }
    let checked = try await load.checkTotals(first)

    let second = try await load.run(nil) {
      if $0 == requests + requests / 10 { kill(getpid(), SIGTERM) }
    }
    return checked + second
  }

  /// The resident memory of the process in KB; 0 if the system does not report it this way.
  private static var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}
