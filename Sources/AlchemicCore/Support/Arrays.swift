// The standard library's functions are specialised for each element type. Both sorts here call one
// function instead, which saves 3 KB for each type. Arrays of common elements have an `append` of
// their own, which calls `add`.

extension Array {
  /// The standard library's `append`, for the functions that are compiled once.
  mutating func add(_ element: consuming Element) { append(element) }

  /// Returns the elements sorted by name. The sort is stable.
  func ordered(byName name: (Element) -> String) -> [Element] {
    let names = map(name)
    return positions(of: names).map { self[$0] }
  }

  /// Returns the elements sorted by number. The sort is stable.
  package func ordered(byNumber number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return positions(of: numbers).map { self[$0] }
  }
}

extension [Int] {
  /// The numbers, sorted.
  package var ascending: [Int] { @inline(never) get { positions(of: self).map { self[$0] } } }
}

extension [String] {
  /// The texts, sorted.
  var ascending: [String] { @inline(never) get { positions(of: self).map { self[$0] } } }
}

/// Returns the indices from 0 up to `count`, sorted by a predicate for two indices.
@inline(never)
func sortedPositions(_ count: Int, by areInOrder: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: areInOrder)
}

private func positions(of names: [String]) -> [Int] {
  sortedPositions(names.count) { names[$0] < names[$1] }
}

private func positions(of numbers: [Int]) -> [Int] {
  sortedPositions(numbers.count) { numbers[$0] < numbers[$1] }
}
