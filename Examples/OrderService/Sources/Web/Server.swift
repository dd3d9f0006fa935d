import Synchronization

package typealias Handler = @Sendable (Request) async throws -> Response

/// A server for HTTP/1.1. It loses no request when it ends: see ``run()``.
package final class Server: Sendable {
  package let port: UInt16
  /// The number of requests that were read, and of those that were answered completely.
  package let received = Atomic(0)
  package let answered = Atomic(0)

  private let handler: Handler
  private let listener: Mutex<Socket?>
  private let newConnections: Gate
  private let connections = Mutex<[ObjectIdentifier: Socket]>([:])
  private let isEnding = Atomic(false)

  /// - Parameter port: 0 for any that is free.
  package init(port: UInt16 = 0, _ handler: @escaping Handler) throws {
    let listener = try Socket.listening(on: port)
    (self.port, self.handler) = (listener.port, handler)
    newConnections = listener.input
    self.listener = Mutex(listener)
  }

  /// Serves until the task is cancelled.
  ///
  /// Then no connection is accepted, and connections on which no request has begun are closed. All
  /// other requests are awaited: a task of their own runs them, which is not cancelled. After four
  /// seconds their connections are closed.
  package func run() async {
    let work = Task {
      await withDiscardingTaskGroup { group in await acceptAll(in: &group) }
    }
    await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      end()
    }
  }

  private func end() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    newConnections.open()
    for socket in connections.withLock({ Array($0.values) }) { socket.input.open() }
    Task {
      try await Task.sleep(for: .seconds(4))
      for socket in connections.withLock({ Array($0.values) }) { socket.abort() }
    }
  }

  private func acceptAll(in group: inout DiscardingTaskGroup) async {
    // Closed at the end of the function: the system then refuses connections.
    guard let listener = listener.withLock({ $0.take() }) else { return }
    while !mustEnd() {
      do {
        guard let socket = try await listener.next(unless: mustEnd) else { return }
        let id = ObjectIdentifier(socket)
        connections.withLock { $0[id] = socket }
        group.addTask { [self] in
          await serve(socket)
          connections.withLock { $0[id] = nil }
        }
      } catch {
        try? await Task.sleep(for: .milliseconds(10))  // the process has too many open files
      }
    }
  }

  @Sendable private func mustEnd() -> Bool { isEnding.load(ordering: .sequentiallyConsistent) }

  /// Answers the requests of a connection, one after the other.
  private func serve(_ socket: Socket) async {
    var parser = MessageParser()
    var isLast = false
    while !isLast, let request = await nextRequest(in: &parser, from: socket) {
      received.add(1, ordering: .relaxed)
      let response = await respond(to: request)
      // A client may have sent the next request already.
      isLast = !request.isKept || mustEnd() && parser.isEmpty
      do {
        try await response.write(to: socket, for: request, isLast: isLast)
      } catch {
        return  // the client has gone, or the body has failed and must not look complete
      }
      answered.add(1, ordering: .relaxed)
    }
    if isLast { await socket.finish() }
  }

  /// Returns nil at the end of the connection. Answers what is no request.
  private func nextRequest(in parser: inout MessageParser, from socket: Socket) async -> Request? {
    do {
      while true {
        if let message = try parser.next() { return try Request(message) }
        let isIdle = parser.isEmpty
        let count = try await socket.read(into: &parser.bytes) { isIdle && mustEnd() }
        if count == 0 { return nil }
      }
    } catch let error as BadMessage {
      let response = Response(status: 400, error.description)
      try? await response.write(to: socket, for: nil, isLast: true)
      await socket.finish()
    } catch {}  // the client has gone
    return nil
  }

  private func respond(to request: Request) async -> Response {
    do { return try await handler(request) } catch { return Response(status: 500, "\(error)") }
  }
}
