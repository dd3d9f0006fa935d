/// Takes messages out of a stream of bytes, which may end anywhere, also within a message.
package struct MessageParser {
  private enum Part {
    case startLine, fields, chunkSize, trailers
    case body(Int)
    case chunk(Int)
  }

  private static let (longestHead, longestBody) = (16_384, 1_048_576)

  /// What has arrived. All before `start` belongs to messages that are complete, or to lines.
  package var bytes: [UInt8] = []
  private var start = 0
  private var headBytes = 0
  private var part = Part.startLine
  private var message = Message(startLine: "")

  package init() {}

  /// Whether no byte of a further message has arrived.
  package var isEmpty: Bool {
    if case .startLine = part { start == bytes.count } else { false }
  }

  /// Returns the next message, or nil if more bytes must arrive first.
  package mutating func next() throws -> Message? {
    while true {
      switch part {
      case .startLine:
        guard let line = try line() else { return nil }
        message = Message(startLine: String(decoding: line, as: UTF8.self))
        part = .fields
      case .fields:
        guard let line = try line() else { return nil }
        if line.isEmpty { part = try bodyPart() } else { try message.add(field: line) }
      case .body(let length):
        guard let body = take(length) else { return nil }
        message.body = Array(body)
        return finish()
      case .chunkSize:
        guard let line = try line() else { return nil }
        let size = try number(line.prefix { $0 != UInt8(ascii: ";") }, radix: 16)
        try check(message.body.count + size)
        headBytes = 0
        part = size == 0 ? .trailers : .chunk(size)
      case .chunk(let size):
        guard let chunk = take(size + 2) else { return nil }
        guard chunk.suffix(2).elementsEqual([13, 10]) else { throw BadMessage("a chunk is longer") }
        message.body += chunk.dropLast(2)
        part = .chunkSize
      case .trailers:
        guard let line = try line() else { return nil }
        if line.isEmpty { return finish() }
      }
    }
  }

  private mutating func finish() -> Message {
    bytes.removeFirst(start)
    (start, headBytes, part) = (0, 0, .startLine)
    return message
  }

  /// How the body of the message is framed. Two ways at once may hide a second message in the body.
  private func bodyPart() throws -> Part {
    let (codings, lengths) = (message.all("transfer-encoding"), message.all("content-length"))
    guard codings.count + lengths.count <= 1 else { throw BadMessage("two lengths of the body") }
    if let coding = codings.first {
      guard coding.lowercased() == "chunked" else { throw BadMessage("the coding is unknown") }
      return .chunkSize
    }
    let length = try lengths.first.map { try number(Array($0.utf8)[...], radix: 10) } ?? 0
    try check(length)
    return .body(length)
  }

  private func check(_ length: Int) throws {
    if length > Self.longestBody { throw BadMessage("the body is too long") }
  }

  private func number(_ digits: ArraySlice<UInt8>, radix: Int) throws -> Int {
    let text = String(decoding: digits, as: UTF8.self)
    guard let first = text.first, first != "+", first != "-", text.utf8.count < 16,
      let number = Int(text, radix: radix)
    else { throw BadMessage("'\(text)' is no length") }
    return number
  }

  /// Takes a line without its end.
  private mutating func line() throws -> ArraySlice<UInt8>? {
    let end = bytes[start...].firstIndex(of: 10)
    let length = (end.map { $0 + 1 } ?? bytes.count) - start
    guard headBytes + length <= Self.longestHead else { throw BadMessage("the head is too long") }
    guard end != nil, let line = take(length)?.dropLast() else { return nil }
    headBytes += length
    guard line.firstIndex(of: 13) == line.endIndex - 1 else { throw BadMessage("no end of line") }
    return line.dropLast()
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard bytes.count - start >= count else { return nil }
    defer { start += count }
    return bytes[start..<start + count]
  }
}
