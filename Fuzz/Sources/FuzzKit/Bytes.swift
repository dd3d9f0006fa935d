/// The input, read from its beginning; after its end there are zeros.
struct Bytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func next() -> Int { rest.popFirst().map(Int.init) ?? 0 }

  mutating func next(below limit: Int) -> Int { next() % limit }

  mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

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
