import Foundation
import Synchronization

/// One thread, which waits for all sockets of the process and opens their gates.
final class EventLoop: Sendable {
  enum Event {
    case input
    case output

    fileprivate var flag: Int16 { Int16(self == .input ? POLLIN : POLLOUT) }
  }

  static let shared = EventLoop()

  private let new = Mutex<[(poll: pollfd, gate: Gate?)]>([])
  /// A byte in this pipe ends the wait of the thread.
  private let (reader, writer): (Int32, Int32)

  private init() {
    var pipe: [Int32] = [0, 0]
    guard Foundation.pipe(&pipe) == 0 else { fatalError("no pipe: \(SocketError(code: errno))") }
    (reader, writer) = (pipe[0], pipe[1])
    Thread.detachNewThread { self.run() }
  }

  /// Opens a gate once, after an event of a socket. If the socket is closed first, the gate may
  /// open for nothing, and so may it after the next socket of this number.
  func open(_ gate: Gate, at event: Event, of socket: Int32) {
    let isFirst = new.withLock { new in
      new.append((pollfd(fd: socket, events: event.flag, revents: 0), gate))
      return new.count == 1
    }
    if isFirst { write(writer, [0], 1) }
  }

  private func run() {
    var polls = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
    var gates: [Gate?] = [nil]
    while true {
      if poll(&polls, nfds_t(polls.count), -1) < 0 { continue }  // a signal
      for index in polls.indices.dropFirst().reversed() where polls[index].revents != 0 {
        let gate = gates[index]
        polls.swapAt(index, polls.count - 1)
        gates.swapAt(index, gates.count - 1)
        polls.removeLast()
        gates.removeLast()
        gate?.open()
      }
      if polls[0].revents != 0 {
        var byte: UInt8 = 0
        read(reader, &byte, 1)
        let added = new.withLock { new in
          defer { new.removeAll() }
          return new
        }
        polls += added.map(\.poll)
        gates += added.map(\.gate)
      }
    }
  }
}
