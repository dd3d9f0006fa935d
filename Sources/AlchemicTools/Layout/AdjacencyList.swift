/// For each of the keys 0..<`count`, a list of integers. All lists share one array, in the form of
/// compressed sparse rows.
struct AdjacencyList: Sendable {
  /// By key: where its list starts in `items`. One more entry marks the end.
  let starts: [Int]
  let items: [Int]

  /// Appends each position in `keys` to the list of its key.
  init(count: Int, positionsByKey keys: [Int]) {
    self.init(count: count, keys: keys, items: Array(keys.indices))
  }

  /// Appends each item to the list of its key, in the order of `items`.
  init(count: Int, keys: [Int], items: [Int]) {
    var ends = [Int](repeating: 0, count: count + 1)
    for key in keys { ends[key + 1] += 1 }
    for key in 0..<count { ends[key + 1] += ends[key] }
    starts = ends
    var sorted = [Int](repeating: 0, count: items.count)
    for (key, item) in zip(keys, items) {
      sorted[ends[key]] = item
      ends[key] += 1
    }
    self.items = sorted
  }

  var count: Int { starts.count - 1 }

  /// The positions in `items` of the list of a key.
  @inline(__always)
  func range(_ key: Int) -> Range<Int> { starts[key]..<starts[key + 1] }

  @inline(__always)
  func degree(_ key: Int) -> Int { starts[key + 1] - starts[key] }

  subscript(key: Int) -> ArraySlice<Int> { items[range(key)] }
}
