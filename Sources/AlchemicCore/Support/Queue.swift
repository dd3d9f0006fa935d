/// A queue whose removal takes constant time on average, however many elements there are.
package struct Queue<Element> {
  private var elements: [Element?] = []
  /// The index of the first element that was not removed.
  private var start = 0

  package init(_ elements: [Element] = []) { self.elements = elements }

  package var isEmpty: Bool { start == elements.count }

  /// The next element, which stays in the queue.
  package var first: Element? { isEmpty ? nil : elements[start] }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the next element.
  ///
  /// - Complexity: O(1) on average, where an array would move all other elements.
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

  /// All elements, in order.
  package var all: [Element] { elements[start...].compactMap { $0 } }
}

extension Queue: Sendable where Element: Sendable {}
