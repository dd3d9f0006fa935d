// One sort by names and one by numbers: the standard library's is copied into a program for each
// type that it sorts, 3 KB each time.

extension Array {
  /// The elements in the order of their names; those of one name stay as they are.
  func ordered(byName name: (Element) -> String) -> [Element] {
    let names = map(name)
    return positions(of: names).map { self[$0] }
  }

  /// The elements in the order of their numbers; those of one number stay as they are.
  func ordered(byNumber number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return positions(of: numbers).map { self[$0] }
  }
}

/// The numbers of as many elements as there are, in an order that is given for two of them.
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
