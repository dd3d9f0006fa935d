#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The system's error.
package struct SocketError: Error, CustomStringConvertible {
  let code: Int32

  package var description: String { String(cString: strerror(code)) }
}

/// A connection over TCP, or what accepts connections. A task that waits for it blocks no thread.
package final class Socket: Sendable {
  package let input: Gate
  private let output: Gate
  private let number: Int32

  /// Takes over a socket of the system.
  private init(_ number: Int32) {
    self.number = number
    (input, output) = (Gate(.input, of: number), Gate(.output, of: number))
  }

  deinit {
    // The system keeps a closed socket open while a thread polls it, until an event such as this.
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }

  /// Appends what has arrived, and waits for it.
  ///
  /// - Parameter isOver: If it returns true, the function reads nothing. Called again after the
  ///   gate `input` was opened.
  /// - Returns: The number of bytes; 0 at the end of the stream.
  package func read(
    into bytes: inout [UInt8], unless isOver: @Sendable () -> Bool = { false }
  ) async throws -> Int {
    while !isOver() {
      let count = try attempt {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
          let count = recv(number, buffer.baseAddress, buffer.count, 0)
          if count > 0 { bytes += buffer.prefix(count) }
          return count
        }
      }
      if let count { return count }
      await input.pass()
    }
    return 0
  }

  package func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try attempt {
        rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(noSignal)) }
      }
      if let count { rest.removeFirst(count) } else { await output.pass() }
    }
  }

  /// Ends the stream, and waits for the other side to end its own: a socket that is closed before
  /// all was read may destroy what it has sent. After a second this one is closed nevertheless.
  func finish() async {
    shutdown(number, Int32(SHUT_WR))
    let limit = Task {
      try await Task.sleep(for: .seconds(1))
      abort()
    }
    var ignored: [UInt8] = []
    while let count = try? await read(into: &ignored), count > 0 { ignored.removeAll() }
    limit.cancel()
  }

  /// Ends both directions at once: who reads or writes has an error, or the end of the stream.
  func abort() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  /// Calls the system until no signal interrupts it.
  ///
  /// - Returns: Its result; nil if the socket is not ready.
  private func attempt(_ call: () -> Int) throws -> Int? {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code == EAGAIN || code == EWOULDBLOCK { return nil }
      if code != EINTR { throw SocketError(code: code) }
    }
  }
}

extension Socket {
  /// Accepts connections of this computer.
  ///
  /// - Parameter port: 0 for any that is free.
  static func listening(on port: UInt16) throws -> Socket {
    let number = try make()
    var one: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    let result = withAddress(of: port) { bind(number, $0, $1) }
    guard result == 0, listen(number, 128) == 0 else { throw failure(closing: number) }
    return Socket(number)
  }

  /// Waits for the next connection; nil if there is to be none: see ``read(into:unless:)``.
  func next(unless isOver: @Sendable () -> Bool) async throws -> Socket? {
    while !isOver() {
      if let other = try attempt({ Int(accept(number, nil, nil)) }) {
        Self.prepare(Int32(other))
        return Socket(Int32(other))
      }
      await input.pass()
    }
    return nil
  }

  /// Connects to a server of this computer.
  static func connected(to port: UInt16) async throws -> Socket {
    let number = try make()
    if withAddress(of: port, { connect(number, $0, $1) }) != 0, errno != EINPROGRESS {
      throw failure(closing: number)
    }
    let socket = Socket(number)
    await socket.output.pass()
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
    // A port that nobody listens on may be given to this socket, which then connects to itself.
    guard code == 0, socket.port != port else { throw SocketError(code: ECONNREFUSED) }
    return socket
  }

  /// The port on this side.
  var port: UInt16 {
    var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func make() throws -> Int32 {
    let number = socket(AF_INET, stream, 0)
    guard number >= 0 else { throw SocketError(code: errno) }
    prepare(number)
    return number
  }

  private static func prepare(_ number: Int32) {
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    #if canImport(Darwin)
    setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &one, size)
    #endif
  }

  private static func failure(closing number: Int32) -> SocketError {
    let error = SocketError(code: errno)
    close(number)
    return error
  }

  private static func withAddress(
    of port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = MemoryLayout<sockaddr_in>.size
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(size)) }
    }
  }
}

#if canImport(Darwin)
private let (stream, noSignal) = (SOCK_STREAM, 0)
#elseif canImport(Musl)
private let (stream, noSignal) = (SOCK_STREAM, MSG_NOSIGNAL)
#else
private let (stream, noSignal) = (Int32(SOCK_STREAM.rawValue), MSG_NOSIGNAL)
#endif
