import Alchemic
import AlchemicTesting
import Orders
import Synchronization
import Testing

@testable import Shop
@testable import Web

/// A database in memory, which nothing may use after its stop.
actor MemoryDatabase: Database, AlchemicStopping {
  private(set) var rows: [Order] = []
  private var isOpen = true

  func write(_ order: Order) throws {
    guard isOpen else { throw Closed() }
    rows.append(order)
  }

  func stop() { isOpen = false }
}

/// The shop without sockets. Each test has a model of its own.
@Suite(.alchemic { $0.register { MemoryDatabase() } })
struct ShopTests {
  private func ask(
    _ line: String, id: String = "r", _ body: String = ""
  ) async throws -> (response: Response, body: @Sendable () async throws -> String) {
    var parser = MessageParser()
    let fields = "host: a\r\nx-request-id: \(id)\r\ncontent-length: \(body.utf8.count)\r\n"
    parser.bytes = Array("\(line) HTTP/1.1\r\n\(fields)\r\n\(body)".utf8)
    let response = try await Shop.handler(Request(#require(try parser.next())))
    return (
      response,
      {
        switch response.body {
        case .text(let text): return text
        case .stream(let write):
          let pieces = Pieces()
          try await write(BodyWriter { await pieces.add($0) })
          return await pieces.text
        }
      }
    )
  }

  private actor Pieces {
    private(set) var text = ""
    func add(_ piece: String) { text += piece }
  }

  @Test("requests at the same time have their own objects") func requests() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let tenant = ["acme", "bloom"][number % 2]
          let answer = try await ask("POST /\(tenant)/orders", id: "n\(number)", "2 apple").response
          #expect(answer.fields == ["x-request-id": "n\(number)", "x-tenant": tenant])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("all requests of a tenant share its book, and no other does") func tenants() async throws {
    for _ in 0..<3 { _ = try await ask("POST /acme/orders", "2 apple") }
    _ = try await ask("POST /bloom/orders", "5 pear")
    #expect(try await ask("GET /acme/totals").body() == "3 orders 6 pieces")
    #expect(try await ask("GET /bloom/totals").body() == "1 orders 5 pieces")
    #expect(try await ask("GET /crate/totals").body() == "0 orders 0 pieces")
  }

  @Test("a body that is written later finds its request's services") func streaming() async throws {
    _ = try await ask("POST /acme/orders", "2 apple")
    let (_, body) = try await ask("GET /acme/orders")  // its handler has returned
    #expect(try await body() == "2 apple\n1 orders of acme\n")
  }

  @Test("a client that has gone keeps no scope open") func gone() async throws {
    _ = try await ask("POST /acme/orders", "2 apple")
    for _ in 0..<20 {
      guard case .stream(let write) = try await ask("GET /acme/orders").response.body else {
        continue
      }
      await #expect(throws: Closed.self) { try await write(BodyWriter { _ in throw Closed() }) }
    }
    try await Alchemic.stop()  // the book would throw if a cursor were open
  }

  @Test("what the shop does not understand", arguments: ["0 apple", "apple", "x apple", ""])
  func refused(order: String) async throws {
    #expect(try await ask("POST /acme/orders", order).response.status == 422)
    #expect(try await ask("PUT /acme/orders", order).response.status == 404)
    #expect(try await ask("GET /acme").response.status == 404)
  }

  @Test(
    "each line of a request's log has its id",
    .alchemic { $0.register(Lines.init) },
    .alchemic { $0.register { (l: Lines) in ProcessLog(l.add) } })
  func log() async throws {
    _ = try await ask("POST /acme/orders", id: "n7", "2 apple")
    let lines: Lines = try AcGet()
    #expect(lines.all.withLock { $0 } == ["[n7 acme] order 1: 2 apple"])
  }

  final class Lines: Sendable {
    let all = Mutex<[String]>([])
    @Sendable func add(_ line: String) { all.withLock { $0.append(line) } }
  }

  @Test("requests end, then tenants stop, and then the database") func stop() async throws {
    let database: MemoryDatabase = try AcGet()
    let server = try Server(Shop.handler)
    let running = Task { await server.run() }
    var client = try await Client(port: server.port)
    let order = try await client.send("POST", "/acme/orders", body: "3 apple")
    #expect(order?.text == "order 1")
    let list = try await client.send("GET", "/acme/orders")
    #expect(list?.text == "3 apple\n1 orders of acme\n")

    running.cancel()
    await running.value
    try await Alchemic.stop()  // a book would throw if a cursor were open, or the database closed

    #expect(await database.rows.map(\.item) == ["apple", "total of acme"])
  }

  @Test("a callback of the event loop has a model if it was captured") func callback() async throws
  {
    let listener = try Socket.listening(on: 0)
    let here = Alchemic.capture()
    let database: any Database = try await withCheckedThrowingContinuation { task in
      listener.input.whenOpen {
        task.resume(with: Result { try here.run { try AcGet() as any Database } })
      }
      Task { _ = try await Client(port: listener.port) }
    }
    #expect(database is MemoryDatabase)
  }
}
