/// An input, read from its beginning. After its end there are zeros.
package struct Bytes {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  package var isEmpty: Bool { rest.isEmpty }

  package var count: Int { rest.count }

  package mutating func next() -> Int { rest.popFirst().map(Int.init) ?? 0 }

  package mutating func next(below limit: Int) -> Int { next() % limit }

  package mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

  /// Removes the first bytes, at most `count`, and returns them as an input of their own.
  package mutating func split(_ count: Int) -> Bytes {
    defer { rest = rest.dropFirst(count) }
    return Bytes(rest.prefix(count))
  }
}
