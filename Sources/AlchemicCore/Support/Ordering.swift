// Both sorts call one function: the standard library's `sorted` is specialised for each element
// type, at 3 KB each time.

extension Array {
  /// Returns the elements sorted by name. The sort is stable.
  func ordered(byName name: (Element) -> String) -> [Element] {
    let names = map(name)
    return positions(of: names).map { self[$0] }
  }

  /// Returns the elements sorted by number. The sort is stable.
  func ordered(byNumber number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return positions(of: numbers).map { self[$0] }
  }
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
