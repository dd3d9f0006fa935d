import AlchemicRuntime

extension FactoryIndex {
  /// Returns suggestions for a failed request: factories with a similar name, and, if there are
  /// criteria, factories that fit the type.
  func nearest(to request: SearchRequest) -> [Factory] {
    let sought = request.criteria.onlyName ?? typeName(request.target)
    let query = TypeQuery(request.target)
    let length = sought.count
    // With criteria, only factories that fit the type are compared. A type's name is compared with
    // all factories, so only if it is long enough to be specific.
    let pool =
      request.criteria.isEmpty
      ? (length < 4 ? [] : all) : all.filter { query.accepts($0.facts.product) }
    let limit = length < 4 ? 1 : min(max(2, length / 4), 25)
    // Cached by type, since many factories share one.
    var ofTypes = [ObjectIdentifier: Int]()
    /// The distance to the factory's name or its type's, whichever is smaller: the name is longer
    /// where two types share one.
    func distance(to facts: FactoryFacts) -> Int {
      let type = ObjectIdentifier(facts.product)
      let ofType = ofTypes[type] ?? editDistance(sought, facts.productName, upTo: limit)
      ofTypes[type] = ofType
      return min(editDistance(sought, facts.name, upTo: limit), ofType)
    }
    let similar =
      pool
      .map { (factory: $0, distance: distance(to: $0.facts)) }
      .filter { $0.distance <= limit }
      .ordered(byNumber: \.distance)
      .map(\.factory)
    let ofType = request.criteria.isEmpty ? [] : factories(producing: request.target)
    var seen: Set<ObjectIdentifier> = []
    return Array(
      (similar.prefix(3) + ofType.prefix(6))
        .filter { seen.insert(ObjectIdentifier($0)).inserted }.prefix(3))
  }
}

/// Returns the number of letters to change, add or remove to turn one word into the other, ignoring
/// case.
///
/// - Parameter limit: The greatest distance that is computed exactly.
/// - Returns: The distance; any number above `limit` if the distance is above it.
/// - Complexity: O(*n* × *m*); only used for messages. Words are cut after 100 letters, and not
///   compared if their lengths differ by more than the limit.
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
    // The distance is never below the minimum of a row.
    if nearest > limit { return nearest }
  }
  return row[second.count]
}

/// Cut before it is lowercased, since a name may be very long.
private func lowercasedBeginning(of word: String) -> [UInt8] {
  let beginning = word.utf8.prefix(100)
  if beginning.allSatisfy({ $0 < 0x80 }) {
    return beginning.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
  return Array(String(decoding: beginning, as: UTF8.self).lowercased().utf8.prefix(100))
}
