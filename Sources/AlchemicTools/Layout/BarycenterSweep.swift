/// Sorts layer after layer by the mean place of the neighbours in the layer before.
///
/// The method is the barycenter heuristic of Sugiyama, Tagawa and Toda ("Methods for visual
/// understanding of hierarchical system structures", IEEE Transactions on Systems, Man, and
/// Cybernetics 11, 1981).
struct BarycenterSweep: Sendable {
  /// How to order nodes with the same mean.
  enum Ties: Sendable {
    case keep, reverse
  }

  /// The keys of a layer: the mean place, then the number of the node in `members`.
  private var keys: [UInt64] = []
  private var members: [Int] = []
  /// The places of the nodes with neighbours. The others do not move.
  private var slots: [Int] = []

  /// Sorts the nodes of a layer.
  ///
  /// - Parameter neighbours: The neighbours in the layer that does not move.
  mutating func sort(
    _ order: inout LayerOrder, _ places: Range<Int>, _ neighbours: AdjacencyList, _ ties: Ties
  ) {
    keys.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    for place in places {
      let node = order.nodes[place]
      let range = neighbours.range(node)
      guard !range.isEmpty else { continue }
      var sum = 0
      for index in range { sum += order.places[neighbours.items[index]] }
      // 1,024 steps between two places.
      let mean = UInt64(sum << 10) / UInt64(range.count)
      let number = UInt64(members.count)
      keys.append(mean << 24 | (ties == .keep ? number : 0xFF_FFFF - number))
      members.append(node)
      slots.append(place)
    }
    keys.sort()
    for (key, slot) in zip(keys, slots) {
      let number = Int(key & 0xFF_FFFF)
      order.put(members[ties == .keep ? number : 0xFF_FFFF - number], at: slot)
    }
  }
}
