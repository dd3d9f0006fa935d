import AlchemicRuntime

extension FactoryIndex {
  /// Factories that could have been meant: of a similar name, or, if the criteria found nothing,
  /// what there is of the type.
  func nearest(to request: SearchRequest) -> [Factory] {
    let sought = request.criteria.onlyName ?? typeName(request.target)
    let query = TypeQuery(request.target)
    let length = sought.count
    // A name was misspelt for what fits; the name of a type may be that of anything, so only if it
    // is long enough to tell.
    let pool =
      request.criteria.isEmpty
      ? (length < 4 ? [] : all) : all.filter { query.accepts($0.facts.product) }
    let limit = length < 4 ? 1 : min(max(2, length / 4), 25)
    // Many factories make few types.
    var ofTypes = [ObjectIdentifier: Int]()
    /// To the factory's name, or to its type's where that is nearer: two types of one name have
    /// longer ones.
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
