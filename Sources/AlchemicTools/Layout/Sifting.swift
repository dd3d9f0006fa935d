/// Moves single nodes of a layer to better places while all other layers stay.
///
/// With `reach` 1 this is the transposition of Gansner, Koutsofios, North and Vo (1993): neighbours
/// change places. With a longer reach it is sifting (Matuszewski, Schönfeld and Molitor, "Using
/// sifting for k-layer straightline crossing minimization", Graph Drawing 1999): a node goes to the
/// best of all places within reach.
struct Sifting: Sendable {
  private let graph: LayeredGraph
  /// The places of the neighbours of each node, sorted, in the form of `graph.above.items`.
  private var above: [Int]
  private var below: [Int]
  /// By dummy node: the places of its two neighbours. Most pairs are dummy nodes.
  private var aboveDummy: [Int]
  private var belowDummy: [Int]
  /// How many nodes and segments were visited.
  private(set) var work = 0

  init(_ graph: LayeredGraph) {
    self.graph = graph
    above = [Int](repeating: 0, count: graph.above.items.count)
    below = above
    aboveDummy = [Int](repeating: 0, count: graph.count - graph.realCount)
    belowDummy = aboveDummy
  }

  /// Moves nodes of a layer.
  ///
  /// - Returns: How many crossings fewer there are.
  mutating func improve(_ order: inout LayerOrder, layer: Int, reach: Int) -> Int {
    let places = graph.places(layer)
    guard places.count > 1 else { return 0 }
    for place in places {
      let node = order.nodes[place]
      if graph.isDummy(node) {
        let (upper, lower) = (graph.above.starts[node], graph.below.starts[node])
        aboveDummy[node - graph.realCount] = order.places[graph.above.items[upper]]
        belowDummy[node - graph.realCount] = order.places[graph.below.items[lower]]
      }
      Self.collect(&above, graph.above, node, order)
      Self.collect(&below, graph.below, node, order)
    }
    return reach == 1 ? transpose(&order, places) : sift(&order, places, reach)
  }

  private mutating func transpose(_ order: inout LayerOrder, _ places: Range<Int>) -> Int {
    var gain = 0
    for _ in 0..<3 {
      let before = gain
      for place in places.dropLast() {
        let change = change(order.nodes[place], order.nodes[place + 1])
        guard change < 0 else { continue }
        order.exchange(at: place)
        gain -= change
      }
      if gain == before { break }
    }
    return gain
  }

  private mutating func sift(
    _ order: inout LayerOrder, _ places: Range<Int>, _ reach: Int
  ) -> Int {
    var gain = 0
    for node in Array(order.nodes[places]) {
      let start = order.places[node]
      var (best, least) = (start, 0)
      var total = 0
      for place in start + 1..<max(start + 1, min(places.upperBound, start + 1 + reach)) {
        total += change(node, order.nodes[place])
        if total < least { (best, least) = (place, total) }
      }
      total = 0
      for place in (max(places.lowerBound, start - reach)..<start).reversed() {
        total += change(order.nodes[place], node)
        if total < least { (best, least) = (place, total) }
      }
      gain -= least
      for place in start..<max(start, best) { order.exchange(at: place) }
      for place in (min(start, best)..<start).reversed() { order.exchange(at: place) }
    }
    return gain
  }

  /// Returns how many crossings more there are if two neighbours change places.
  private mutating func change(_ left: Int, _ right: Int) -> Int {
    work += 1
    let first = graph.realCount
    if left >= first, right >= first {
      return (aboveDummy[right - first] - aboveDummy[left - first]).signum()
        + (belowDummy[right - first] - belowDummy[left - first]).signum()
    }
    let ranges = (
      graph.above.range(left), graph.above.range(right),
      graph.below.range(left), graph.below.range(right)
    )
    work += ranges.0.count + ranges.1.count + ranges.2.count + ranges.3.count
    return Self.difference(above, ranges.1, ranges.0) + Self.difference(below, ranges.3, ranges.2)
  }

  /// Returns the number of pairs in which the first place is greater, minus the number of those in
  /// which it is less.
  private static func difference(
    _ places: [Int], _ first: Range<Int>, _ second: Range<Int>
  ) -> Int {
    if first.isEmpty || second.isEmpty { return 0 }
    if first.count == 1, second.count == 1 {
      return (places[first.lowerBound] - places[second.lowerBound]).signum()
    }
    var (less, notGreater, sum) = (second.lowerBound, second.lowerBound, 0)
    for index in first {
      let place = places[index]
      while less < second.upperBound, places[less] < place { less += 1 }
      notGreater = max(notGreater, less)
      while notGreater < second.upperBound, places[notGreater] == place { notGreater += 1 }
      sum += (less - second.lowerBound) - (second.upperBound - notGreater)
    }
    return sum
  }

  /// Writes the sorted places of the neighbours of a node.
  private static func collect(
    _ sorted: inout [Int], _ neighbours: AdjacencyList, _ node: Int, _ order: LayerOrder
  ) {
    let range = neighbours.range(node)
    if range.count > 32 {
      let places = range.map { order.places[neighbours.items[$0]] }.sorted()
      for (index, place) in zip(range, places) { sorted[index] = place }
      return
    }
    for index in range {
      let place = order.places[neighbours.items[index]]
      var hole = index
      while hole > range.lowerBound, sorted[hole - 1] > place {
        sorted[hole] = sorted[hole - 1]
        hole -= 1
      }
      sorted[hole] = place
    }
  }
}
