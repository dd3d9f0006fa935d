/// Values at constant addresses, without reference counts on the way to them.
@usableFromInline
package struct FixedMemory<Element: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
  // Proof: the address is constant, and so are the elements, apart from atomics in them.
  @usableFromInline package let first: UnsafeMutablePointer<Element>
  @usableFromInline let count: Int

  /// - Parameter element: Returns the element with a number.
  @inlinable
  package init(_ count: Int, _ element: (Int) -> Element) {
    self.count = count
    first = .allocate(capacity: count)
    for number in 0..<count { (first + number).initialize(to: element(number)) }
  }

  @inlinable
  deinit {
    first.deinitialize(count: count)
    first.deallocate()
  }
}
