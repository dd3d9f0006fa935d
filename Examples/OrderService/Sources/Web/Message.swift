/// The bytes do not follow the protocol.
package struct BadMessage: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// What requests and responses have in common: a line, fields and a body.
package struct Message: Sendable {
  package let startLine: String
  /// The names are in lower case.
  private var fields: [(name: String, value: String)] = []
  package internal(set) var body: [UInt8] = []

  init(startLine: String) {
    self.startLine = startLine
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first field with a name in lower case.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The values of all fields with a name.
  func all(_ name: String) -> [String] { fields.lazy.filter { $0.name == name }.map(\.value) }

  mutating func add(field line: ArraySlice<UInt8>) throws {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ (33...126).contains($0) })
    else { throw BadMessage("a field needs a name") }
    let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    var value = line[line.index(after: colon)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    fields.append(
      (
        String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        String(decoding: value, as: UTF8.self)
      ))
  }
}

/// What a client asks for.
package struct Request: Sendable {
  package let method: String
  package let path: String
  package let message: Message
  /// Whether the client expects more responses on the same connection.
  let isKept: Bool
  /// Whether the client understands a body in chunks.
  let isChunked: Bool

  package init(_ message: Message) throws {
    let words = message.startLine.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/"),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { throw BadMessage("'\(message.startLine)' is no request") }
    isChunked = words[2] == "HTTP/1.1"
    guard message.all("host").count == 1 || !isChunked else { throw BadMessage("no host") }
    (method, path, self.message) = (String(words[0]), String(words[1]), message)
    isKept = isChunked && message["connection"]?.lowercased() != "close"
  }
}
