/// Orders the nodes of each layer so that few segments cross.
///
/// From each of several initial orders, sweeps go down and up through the layers: `BarycenterSweep`
/// sorts each layer, and every second sweep ends with transposition. `Sifting` then improves the
/// best order of the sweeps, and in the end, with a longer reach, the best of all.
///
/// The work has a budget. It counts visited nodes and segments rather than time, so that the result
/// depends on the input only.
struct Ordering: Sendable {
  /// After how many sweeps without a better order the next initial order follows.
  private static let patience = 4
  /// How far sifting moves a node at first, in places.
  private static let reach = 16

  private let graph: LayeredGraph
  private var counter = CrossingCounter()
  private var sweep = BarycenterSweep()
  private var sifting: Sifting
  private var budget: Int
  private let costOfSweep: Int
  private(set) var best: LayerOrder
  /// How many pairs of segments cross in the best order.
  private(set) var crossings: Int

  /// - Parameters:
  ///   - groups: The groups of the nodes of the input.
  ///   - budget: How many nodes and segments to visit.
  init(_ graph: LayeredGraph, groups: [Int?], budget: Int) {
    self.graph = graph
    self.budget = budget
    sifting = Sifting(graph)
    costOfSweep = 3 * (graph.count + graph.upper.count)
    // Each order is worth a few sweeps, or is not tried.
    let limit = max(1, budget / (4 * max(1, costOfSweep)))
    let starts = InitialOrders(graph).all(groups: groups, limit: limit)
    best = starts[0]
    crossings = counter.count(graph, best)
    for (number, start) in starts.enumerated() where crossings > 0 {
      // One share remains for the end.
      improve(start, budget: self.budget / (starts.count - number + 1))
    }
    // A pass costs some units for each node and each place within reach.
    let reach = self.budget / (8 * max(1, graph.count))
    sift(best, crossings, reach: max(Self.reach, reach), budget: self.budget)
  }

  private mutating func improve(_ start: LayerOrder, budget share: Int) {
    let end = budget - share
    var order = start
    var (least, leastCount) = (order, counter.count(graph, order))
    var (stale, round) = (0, 0)
    while stale < Self.patience, budget > end, leastCount > 0 {
      let work = sifting.work
      run(&order, round)
      budget -= costOfSweep + sifting.work - work
      let count = counter.count(graph, order)
      stale += 1
      if count < leastCount { (least, leastCount, stale) = (order, count, 0) }
      round += 1
    }
    sift(least, leastCount, reach: Self.reach, budget: max(0, budget - end))
  }

  /// Sorts all layers, downward in even rounds and upward in odd ones.
  private mutating func run(_ order: inout LayerOrder, _ round: Int) {
    let isDown = round % 2 == 0
    let last = graph.layerCount - 1
    for step in 1..<max(1, graph.layerCount) {
      sweep.sort(
        &order, graph.places(isDown ? step : last - step), isDown ? graph.above : graph.below,
        round / 2 % 2 == 0 ? .keep : .reverse)
    }
    guard !isDown else { return }
    for layer in (0...last).reversed() {
      _ = sifting.improve(&order, layer: layer, reach: 1)
    }
  }

  /// Sifts all layers until that gains less than a thousandth.
  private mutating func sift(
    _ start: LayerOrder, _ count: Int, reach: Int, budget share: Int
  ) {
    let end = budget - share
    var (order, count, isDown) = (start, count, true)
    while budget > end, count > 0 {
      var gain = 0
      for step in 0..<graph.layerCount where budget > end {
        let work = sifting.work
        let layer = isDown ? step : graph.layerCount - 1 - step
        gain += sifting.improve(&order, layer: layer, reach: reach)
        budget -= graph.places(layer).count + sifting.work - work
      }
      isDown.toggle()
      count -= gain
      if gain * 1000 <= count { break }
    }
    if count < crossings { (best, crossings) = (order, count) }
  }
}
