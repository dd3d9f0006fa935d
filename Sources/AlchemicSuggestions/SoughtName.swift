/// A name that was requested, prepared for comparisons with many others. Case is ignored.
package final class SoughtName {
  /// By byte of the name: a bit for each of its positions.
  private var positions = [UInt128](repeating: 0, count: 256)
  private let count: Int

  package init(_ name: String) {
    let bytes = Self.lowercased(name)
    count = bytes.count
    for (position, byte) in bytes.enumerated() { positions[Int(byte)] |= 1 << UInt128(position) }
  }

  /// Returns the number of letters to change, add or remove to turn one word into the other.
  ///
  /// G. Myers' algorithm ("A fast bit-vector algorithm for approximate string matching", 1999): the
  /// differences of a whole column of the table are the bits of two words.
  ///
  /// - Parameters:
  ///   - other: Another word.
  ///   - limit: The greatest distance that is computed exactly.
  /// - Returns: The distance; any number above `limit` if the distance is above it.
  /// - Complexity: O(*n*) in the letters of the other word, of which there are at most 100.
  package func distance(to other: String, upTo limit: Int = 100) -> Int {
    let other = Self.lowercased(other)
    let difference = abs(count - other.count)
    if count == 0 || difference > limit { return max(difference, other.count - count) }
    let last = UInt128(1) << UInt128(count - 1)
    var (more, less, distance) = (UInt128.max, UInt128(0), count)
    for (read, byte) in other.enumerated() {
      let equal = positions[Int(byte)]
      let vertical = equal | less
      let horizontal = (((equal & more) &+ more) ^ more) | equal
      var increase = less | ~(horizontal | more)
      var decrease = more & horizontal
      if increase & last != 0 { distance += 1 }
      if decrease & last != 0 { distance -= 1 }
      // The rest of the word can lower the distance by one for each letter.
      if distance - (other.count - read - 1) > limit { return limit + 1 }
      increase = increase << 1 | 1
      decrease <<= 1
      more = decrease | ~(vertical | increase)
      less = increase & vertical
    }
    return distance
  }

  /// Returns whether two names differ only in that two neighbouring letters are swapped.
  static func areSwapped(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    let (first, second) = (lowercased(first), lowercased(second))
    let wrong = first.indices.filter { first[$0] != second[$0] }
    return wrong.count == 2 && wrong[1] == wrong[0] + 1
      && first[wrong[0]] == second[wrong[1]] && first[wrong[1]] == second[wrong[0]]
  }

  /// Returns the beginning of a name, at most 100 bytes, in lower case.
  private static func lowercased(_ name: String) -> [UInt8] {
    // Cut before it is lowercased, since a name may be very long.
    let beginning = String(decoding: name.utf8.prefix(100), as: UTF8.self)
    return Array(beginning.lowercased().utf8.prefix(100))
  }
}
