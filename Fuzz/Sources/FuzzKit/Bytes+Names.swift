import FuzzInput

extension Bytes {
  private static let names = [
    "a", "b", "c", "A", "", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "a\0\n\u{202E}\"", "P",
    String(repeating: "long ", count: 60),
  ]

  mutating func name() -> String {
    let choice = next(below: Self.names.count + 2)
    guard choice >= Self.names.count else { return Self.names[choice] }
    let bytes = (0..<next(below: 6)).map { _ in UInt8(next()) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
