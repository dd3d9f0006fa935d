/// How many letters have to be changed, added or left out to turn one word into the other; letters
/// that differ only in case are the same.
///
/// - Complexity: O(*n* × *m*); only on the way to a message. Words of more than 100 letters are
///   cut there.
func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first.lowercased().utf8.prefix(100))
  let second = Array(second.lowercased().utf8.prefix(100))
  var row = Array(0...second.count)
  for (i, letter) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in second.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[second.count]
}
