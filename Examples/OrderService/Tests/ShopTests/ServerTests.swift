import Testing

@testable import Web

/// The server over real sockets, without the shop.
struct ServerTests {
  /// Runs a server for an operation, and cancels it.
  private func serving(
    _ handler: @escaping Handler, _ operation: (Server, Task<Void, Never>) async throws -> Void
  ) async throws {
    let server = try Server(handler)
    let running = Task { await server.run() }
    try await operation(server, running)
    running.cancel()
    await running.value
    #expect(server.received.load(ordering: .relaxed) == server.answered.load(ordering: .relaxed))
  }

  private static let echo: Handler = { Response(body: .text($0.path)) }

  @Test("requests that were sent at once are answered in their order") func pipeline() async throws
  {
    try await serving(Self.echo) { server, _ in
      var client = try await Client(port: server.port)
      try await client.send(
        (1...20).map { "GET /\($0) HTTP/1.1\r\nhost: a\r\n\r\n" }.joined())
      for number in 1...20 { #expect(try await client.receive()?.text == "/\(number)") }
    }
  }

  @Test("a bad request is answered with 400, and ends the connection") func bad() async throws {
    try await serving(Self.echo) { server, _ in
      var client = try await Client(port: server.port)
      try await client.send("what?\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\n\r\n")
      let answer = try #require(try await client.receive())
      #expect(answer.startLine.hasPrefix("HTTP/1.1 400 "))
      #expect(answer["connection"] == "close")
      #expect(try await client.receive() == nil)
    }
  }

  @Test("a body whose writer throws never looks complete") func broken() async throws {
    struct Broken: Error {}
    let server = try Server { _ in
      Response(
        body: .stream {
          try await $0.write("half")
          throw Broken()
        })
    }
    let running = Task { await server.run() }
    var client = try await Client(port: server.port)
    await #expect(throws: BadMessage.self) { try await client.send("GET", "/") }
    running.cancel()
    await running.value
  }

  @Test("after a cancellation, what runs is answered, and nothing else begins")
  func cancellation() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let slow: Handler = { request in
      guard request.path == "/slow" else { return Response(body: .text("quick")) }
      begin.yield()
      try await Task.sleep(for: .milliseconds(50))  // would throw if the task were cancelled
      return Response(body: .stream { for _ in 0..<3 { try await $0.write("slow ") } })
    }
    try await serving(slow) { server, running in
      var idle = try await Client(port: server.port)
      #expect(try await idle.send("GET", "/")?.text == "quick")
      var busy = try await Client(port: server.port)
      try await busy.send("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n")
      for await _ in begun { break }

      running.cancel()

      let answer = try #require(try await busy.receive())
      #expect(answer.text == "slow slow slow ")
      #expect(answer["connection"] == "close")
      #expect(try await idle.send("GET", "/") == nil)
      await running.value
      await #expect(throws: SocketError.self) { _ = try await Client(port: server.port) }
    }
  }

  @Test("a request that has begun to arrive is awaited") func half() async throws {
    try await serving(Self.echo) { server, running in
      var client = try await Client(port: server.port)
      try await client.send("GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\n")
      #expect(try await client.receive()?.text == "/1")

      running.cancel()

      try await client.send("host: a\r\n\r\n")
      let answer = try #require(try await client.receive())
      #expect(answer.text == "/2")
      #expect(answer["connection"] == "close")
    }
  }
}
