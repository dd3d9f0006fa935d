/// How many letters have to be changed, added or left out to turn one word into the other; letters
/// that differ only in case are the same.
///
/// - Parameter limit: What is farther apart than this is of no interest.
/// - Returns: The distance; something above `limit` if it is above that.
/// - Complexity: O(*n* × *m*); only on the way to a message. Words of more than 100 letters are cut
///   there, and words whose lengths differ by more than the limit are not looked at.
func editDistance(_ first: String, _ second: String, upTo limit: Int = 100) -> Int {
  let first = lowercasedBeginning(of: first)
  let second = lowercasedBeginning(of: second)
  let difference = abs(first.count - second.count)
  guard difference <= limit else { return difference }
  var row = Array(0...second.count)
  for (i, letter) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    var nearest = row[0]
    for (j, other) in second.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      nearest = min(nearest, row[j + 1])
    }
    // It never falls below what the nearest of a row is.
    if nearest > limit { return nearest }
  }
  return row[second.count]
}

/// Cut before it is lowercased: a name may be as long as a book.
private func lowercasedBeginning(of word: String) -> [UInt8] {
  let beginning = word.utf8.prefix(100)
  if beginning.allSatisfy({ $0 < 0x80 }) {
    return beginning.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
  return Array(String(decoding: beginning, as: UTF8.self).lowercased().utf8.prefix(100))
}
