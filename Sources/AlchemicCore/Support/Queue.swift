/// First in, first out, however many wait.
package struct Queue<Element> {
  private var elements: [Element?] = []
  /// The position of the first that is still there.
  private var start = 0

  package init(_ elements: [Element] = []) { self.elements = elements }

  package var isEmpty: Bool { start == elements.count }

  /// The next, which stays.
  package var first: Element? { isEmpty ? nil : elements[start] }

  /// Adds one at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the next one out.
  ///
  /// - Complexity: O(1) on average; an array would move all others.
  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }

  /// All that wait, in order.
  package var all: [Element] { elements[start...].compactMap { $0 } }
}

extension Queue: Sendable where Element: Sendable {}
