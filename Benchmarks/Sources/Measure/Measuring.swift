extension Pair {
  /// Nanoseconds per operation of both, in turns of short slices.
  ///
  /// Who comes first changes with each round.
  public func measure(_ effort: Effort) -> PairedSamples {
    let costCount = count(for: effort.slice, cost)
    let floorCount = count(for: effort.slice, floor)
    var samples = PairedSamples()
    for round in 0..<effort.rounds {
      var costTime = 0.0
      if round.isMultiple(of: 2) { costTime = threadTime { cost(costCount) } }
      let floorTime = threadTime { floor(floorCount) }
      if !round.isMultiple(of: 2) { costTime = threadTime { cost(costCount) } }
      samples.add(cost: costTime / Double(costCount), floor: floorTime / Double(floorCount))
    }
    return samples
  }

  /// How many operations take so long; warms up on the way.
  private func count(for slice: Double, _ loop: Loop) -> Int {
    var count = 1
    while true {
      // What is only done once makes the first time longer, perhaps as long as a slice: the second
      // one counts.
      if threadTime({ loop(count) }) >= slice / 2 {
        let time = threadTime { loop(count) }
        if time >= slice / 2 { return max(1, Int(Double(count) * slice / time)) }
      }
      count *= 2
      precondition(count < 1 << 40, "nothing is done in this loop: the compiler has left it out")
    }
  }
}
