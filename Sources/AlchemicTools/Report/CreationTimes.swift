/// The times of creations, their nesting, and their waits.
struct CreationTimes {
  /// By creation: the time from the beginning of the start.
  let begins: [Duration]
  let ends: [Duration]
  /// By creation: the creation on the same thread or task that contains it.
  private(set) var outer: [Int?]
  /// In the order of the creations that waited.
  private(set) var waits: [StartReport.Wait] = []
  /// By creation: its duration without its waits.
  private(set) var own: [Duration] = []

  /// - Parameters:
  ///   - creations: In the order of their ends.
  ///   - needs: The creations whose objects their functions receive.
  ///   - start: The beginning of the start.
  init(
    of creations: [StartRecording.Creation], needing needs: CreationNeeds,
    since start: ContinuousClock.Instant
  ) {
    ends = creations.map { $0.end - start }
    begins = creations.map { max(.zero, $0.end - start - $0.duration) }
    outer = creations.map { _ in nil }
    findOuter(creations.map(\.lane))
    findWaits(creations.map(\.lane), needs.ofFunction)
  }

  /// Finds which creations contain others.
  ///
  /// A thread or a task runs one creation at a time. If two of its creations overlap, one contains
  /// the other.
  private mutating func findOuter(_ lanes: [StartRecording.Lane]) {
    var open: [StartRecording.Lane: [Int]] = [:]
    for (creation, lane) in lanes.enumerated() {
      var before = open.removeValue(forKey: lane) ?? []
      while let last = before.last, ends[last] > begins[creation] {
        outer[last] = creation
        before.removeLast()
      }
      before.append(creation)
      open[lane] = before
    }
  }

  /// Finds the waits for objects that were created within a creation, and for objects that other
  /// threads or tasks created.
  private mutating func findWaits(_ lanes: [StartRecording.Lane], _ needs: [[Int]]) {
    var needed = ends.map { _ in Set<Int>() }
    for (creation, outer) in outer.enumerated() { if let outer { needed[outer].insert(creation) } }
    for (creation, others) in needs.enumerated() {
      for other in others where lanes[other] != lanes[creation] {
        // If the other object existed before this creation, an outer creation may have waited for
        // it.
        var waiter: Int? = creation
        while let current = waiter, begins[current] >= ends[other] { waiter = outer[current] }
        if let waiter, waiter > other { needed[waiter].insert(other) }
      }
    }
    for creation in ends.indices {
      let waited = needed[creation].map { other in
        (other: other, begin: max(begins[other], begins[creation]), end: ends[other])
      }.sorted { ($0.begin, $0.other) < ($1.begin, $1.other) }
      var (total, reached) = (Duration.zero, Duration.zero)
      for (other, begin, end) in waited {
        waits.append(StartReport.Wait(waiter: creation, needed: other, duration: end - begin))
        if end > reached {
          total += end - max(begin, reached)
          reached = end
        }
      }
      own.append(max(.zero, ends[creation] - begins[creation] - total))
    }
  }
}
