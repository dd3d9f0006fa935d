/// What a server answers.
package struct Response: Sendable {
  package enum Body: Sendable {
    case text(String)
    /// Written after the handler has returned, and then released.
    case stream(@Sendable (BodyWriter) async throws -> Void)
  }

  package var status: Int
  package var fields: [String: String]
  package var body: Body

  package init(status: Int = 200, fields: [String: String] = [:], body: Body) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  package init(status: Int, _ text: String) {
    self.init(status: status, body: .text(text + "\n"))
  }

  /// Writes the whole response.
  ///
  /// - Parameters:
  ///   - request: Nil if it was not understood.
  ///   - isLast: Whether the server closes the connection afterwards.
  func write(to socket: Socket, for request: Request?, isLast: Bool) async throws {
    var head = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Error")\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    if isLast { head += "connection: close\r\n" }
    let hasNoBody = request?.method == "HEAD"
    switch body {
    case .text(let text):
      head += "content-length: \(text.utf8.count)\r\n\r\n"
      try await socket.write(Array((hasNoBody ? head : head + text).utf8))
    case .stream(let write):
      // Without chunks, the end of the connection is the end of the body.
      let isChunked = request?.isChunked ?? false
      head += isChunked ? "transfer-encoding: chunked\r\n\r\n" : "\r\n"
      try await socket.write(Array(head.utf8))
      if hasNoBody { return }
      try await write(
        BodyWriter { text in
          let size = String(text.utf8.count, radix: 16)
          try await socket.write(Array((isChunked ? "\(size)\r\n\(text)\r\n" : text).utf8))
        })
      if isChunked { try await socket.write(Array("0\r\n\r\n".utf8)) }
    }
  }
}

/// Sends the pieces of a body, each at once.
package struct BodyWriter: Sendable {
  private let send: @Sendable (String) async throws -> Void

  package init(_ send: @escaping @Sendable (String) async throws -> Void) {
    self.send = send
  }

  /// - Throws: ``SocketError`` if the client has gone.
  package func write(_ text: String) async throws {
    if !text.isEmpty { try await send(text) }
  }
}
