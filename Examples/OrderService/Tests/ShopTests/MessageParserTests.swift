import Testing

@testable import Web

/// Messages, wherever the stream is cut.
struct MessageParserTests {
  private static let order =
    "POST /a/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n3 apple"
  private static let chunks =
    "POST /a HTTP/1.1\r\nhost:a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "4;x=y\r\n3 ap\r\n3\r\nple\r\n0\r\nchecksum: 1\r\n\r\n"

  @Test("a message arrives byte by byte", arguments: [false, true])
  func split(isChunked: Bool) throws {
    let text = isChunked ? Self.chunks : Self.order
    var parser = MessageParser()
    for byte in text.utf8.dropLast() {
      parser.bytes.append(byte)
      #expect(try parser.next() == nil)
      #expect(!parser.isEmpty)
    }
    parser.bytes.append(text.utf8.last!)
    let message = try #require(try parser.next())
    #expect(message.text == "3 apple")
    #expect(try Request(message).method == "POST")
    #expect(parser.isEmpty)
  }

  @Test("several messages arrive at once, and the beginning of another one") func pipeline() throws
  {
    var parser = MessageParser()
    parser.bytes = Array((Self.order + Self.chunks + Self.order + "GET").utf8)
    for _ in 0..<3 { #expect(try parser.next()?.text == "3 apple") }
    #expect(try parser.next() == nil)
    #expect(!parser.isEmpty)
  }

  private static let mistakes = [
    "no version": "GET /\r\n",
    "two spaces": "GET  / HTTP/1.1\r\nhost: a\r\n",
    "another version": "GET / HTTP/2\r\nhost: a\r\n",
    "no path": "GET a HTTP/1.1\r\nhost: a\r\n",
    "no host": "GET / HTTP/1.1\r\n",
    "two hosts": "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n",
    "a line feed alone": "GET / HTTP/1.1\nhost: a\r\n",
    "a carriage return in a line": "GET / HTTP/1.1\r\nhost: a\rb\r\n",
    "a space after a name": "GET / HTTP/1.1\r\nhost : a\r\n",
    "a space before a name": "GET / HTTP/1.1\r\nhost: a\r\n b: c\r\n",
    "an empty name": "GET / HTTP/1.1\r\n: a\r\n",
    "no name": "GET / HTTP/1.1\r\nhost\r\n",
    "a negative length": "GET / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n",
    "a long body": "GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999\r\n",
    "two lengths": "GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 1\r\n",
    "a length and chunks":
      "GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n",
    "a coding": "GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n",
    "a chunk without a size":
      "GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nz\r\n",
    "a chunk that is longer":
      "GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\nabc\r\n",
    "a long head": "GET / HTTP/1.1\r\nhost: \(String(repeating: "a", count: 20_000))\r\n",
  ]

  @Test("what is no request", arguments: mistakes.keys.sorted())
  func bad(mistake: String) throws {
    var parser = MessageParser()
    parser.bytes = Array((Self.mistakes[mistake]! + "\r\n").utf8)
    #expect(throws: BadMessage.self) { try parser.next().map(Request.init) }
  }
}
