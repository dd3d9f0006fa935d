/// A connection of a client, which sends one request after the other.
package struct Client: ~Copyable {
  private let socket: Socket
  private var parser = MessageParser()

  package init(port: UInt16) async throws {
    socket = try await Socket.connected(to: port)
  }

  /// Sends a request, and returns the whole response.
  ///
  /// - Returns: Nil if the server has closed the connection before the first byte of a response.
  package mutating func send(
    _ method: String, _ path: String, fields: [String: String] = [:], body: String = ""
  ) async throws -> Message? {
    var text = "\(method) \(path) HTTP/1.1\r\nhost: localhost\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if !body.isEmpty { text += "content-length: \(body.utf8.count)\r\n" }
    do { try await send(text + "\r\n" + body) } catch { return nil }
    return try await receive()
  }

  /// Sends a text as it is.
  package func send(_ text: String) async throws {
    try await socket.write(Array(text.utf8))
  }

  /// Returns the next response: see ``send(_:_:fields:body:)``.
  package mutating func receive() async throws -> Message? {
    while true {
      if let message = try parser.next() { return message }
      let isUnanswered = parser.isEmpty
      do {
        if try await socket.read(into: &parser.bytes) > 0 { continue }
      } catch {
        if !isUnanswered { throw error }
      }
      if isUnanswered { return nil }
      throw BadMessage("the response is not complete")
    }
  }
}
