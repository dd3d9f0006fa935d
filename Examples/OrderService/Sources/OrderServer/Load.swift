import Synchronization
import Web

/// What the clients have received.
struct Tally: Sendable {
  /// The number of complete responses, and of requests that were closed unanswered.
  var (complete, unserved) = (0, 0)
  /// By tenant: what was ordered.
  var (orders, pieces): ([String: Int], [String: Int]) = ([:], [:])

  static func + (first: Tally, second: Tally) -> Tally {
    var sum = first
    sum.complete += second.complete
    sum.unserved += second.unserved
    sum.orders.merge(second.orders, uniquingKeysWith: +)
    sum.pieces.merge(second.pieces, uniquingKeysWith: +)
    return sum
  }
}

/// Sixteen clients, which send their requests at the same time, and check each response.
final class Load: Sendable {
  struct Wrong: Error {
    let (sent, response): (String, Message)
  }

  static let tenants = ["acme", "bloom", "crate", "dune", "ember", "flint", "grove", "haven"]
  private static let clients = 16

  private let port: UInt16
  private let complete = Atomic(0)

  init(port: UInt16) {
    self.port = port
  }

  /// Sends a number of requests, or, if that is nil, as many as are answered.
  ///
  /// - Parameter didComplete: Called after each response, with their number so far.
  func run(
    _ requests: Int?, didComplete: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Tally {
    try await withThrowingTaskGroup(of: Tally.self) { group in
      for client in 0..<Self.clients {
        group.addTask { [self] in
          var tally = Tally()
          guard var connection = try? await Client(port: port) else { return tally }
          for number in stride(from: client, to: requests ?? .max, by: Self.clients) {
            let isOpen = try await send(number, on: &connection, in: &tally, didComplete)
            if !isOpen {
              guard let next = try? await Client(port: port) else { break }
              connection = next
            }
          }
          return tally
        }
      }
      return try await group.reduce(Tally()) { $0 + $1 }
    }
  }

  /// Of ten requests, eight order, one lists orders in a streamed body, and one asks for totals.
  private func send(
    _ number: Int, on connection: inout Client, in tally: inout Tally,
    _ didComplete: (Int) -> Void
  ) async throws -> Bool {
    let tenant = Self.tenants[number / 10 % Self.tenants.count]
    let (kind, pieces, id) = (number % 10, 1 + number % 4, "n\(number)")
    let (method, path) = (kind < 8 ? "POST" : "GET", "/\(tenant)/\(kind < 9 ? "orders" : "totals")")
    let answer = try await connection.send(
      method, path, fields: ["x-request-id": id], body: kind < 8 ? "\(pieces) apple" : "")
    guard let answer else {
      tally.unserved += 1
      return false
    }
    let lines = answer.text.split(separator: "\n")
    let isRight =
      switch kind {
      case 0..<8: answer.text.hasPrefix("order ")
      case 8: lines.last == "\(lines.count - 1) orders of \(tenant)"
      default: answer.text.hasSuffix(" pieces")
      }
    guard isRight, answer.startLine.hasPrefix("HTTP/1.1 200 "), answer["x-request-id"] == id,
      answer["x-tenant"] == tenant
    else { throw Wrong(sent: path, response: answer) }
    tally.complete += 1
    if kind < 8 {
      tally.orders[tenant, default: 0] += 1
      tally.pieces[tenant, default: 0] += pieces
    }
    didComplete(complete.add(1, ordering: .relaxed).newValue)
    return answer["connection"] != "close"
  }

  /// Asks for the totals of all tenants, which must be those of the clients.
  func checkTotals(_ tally: Tally) async throws -> Tally {
    var client = try await Client(port: port)
    var tally = tally
    for tenant in Self.tenants {
      let path = "/\(tenant)/totals"
      let expected = "\(tally.orders[tenant] ?? 0) orders \(tally.pieces[tenant] ?? 0) pieces"
      guard let answer = try await client.send("GET", path) else { throw SocketClosed() }
      guard answer.text == expected else { throw Wrong(sent: path, response: answer) }
      tally.complete += 1
    }
    return tally
  }
}

struct SocketClosed: Error {}
