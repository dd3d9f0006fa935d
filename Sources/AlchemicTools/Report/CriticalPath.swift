import AlchemicCore

/// The chain of creations, each needed by the next one, with the greatest sum of own durations.
struct CriticalPath {
  /// The creations, from the first one to the one that needs all others.
  private(set) var numbers: [Int] = []

  /// - Complexity: O(*n* log *n* + *e*) in the numbers of creations and their needs.
  init(through needs: CreationNeeds, _ times: CreationTimes) {
    var keys: [Int] = []
    var items: [Int] = []
    func add(_ creation: Int, _ other: Int) {
      keys.append(creation)
      items.append(other)
    }
    for wait in times.waits { add(wait.waiter, wait.needed) }
    for (creation, others) in needs.ofFunction.enumerated() { others.forEach { add(creation, $0) } }
    // Each of these ended before the creation that needs it. That is not true of properties.
    let certain = AdjacencyList(count: times.own.count, keys: keys, items: items)
    for (creation, others) in needs.ofProperties.enumerated() {
      others.forEach { add(creation, $0) }
    }
    let all = AdjacencyList(count: times.own.count, keys: keys, items: items)
    find(all, certain, StrongComponents(all).component, times.own)
  }

  /// - Parameter components: A component has a higher number than those that it needs.
  private mutating func find(
    _ all: AdjacencyList, _ certain: AdjacencyList, _ components: [Int], _ own: [Duration]
  ) {
    var longest = own
    var before = [Int?](repeating: nil, count: own.count)
    var last: Int?
    let order = own.indices.sorted { (components[$0], $0) < (components[$1], $1) }
    for creation in order {
      // Objects of one component need each other through properties.
      let outside = all[creation].filter { components[$0] != components[creation] }
      for other in outside + certain[creation] {
        if longest[other] + own[creation] > longest[creation] {
          longest[creation] = longest[other] + own[creation]
          before[creation] = other
        }
      }
      if last.map({ longest[creation] > longest[$0] }) ?? true { last = creation }
    }
    while let creation = last {
      numbers.append(creation)
      last = before[creation]
    }
    numbers.reverse()
  }
}

extension StartReport {
  /// - Parameters:
  ///   - creations: In the order of their ends.
  ///   - begin: The beginning of the start.
  ///   - model: Nil if there was none.
  init(
    outcome: Outcome, duration: Duration, phases: [Phase],
    creations: [StartRecording.Creation], since begin: ContinuousClock.Instant, in model: Model?
  ) {
    let needs = CreationNeeds(of: creations, in: model)
    let times = CreationTimes(of: creations, needing: needs, since: begin)
    let executors = Self.executors(creations.map(\.lane), times.begins)
    self.init(
      outcome: outcome, duration: duration, phases: phases,
      objects: creations.indices.map { number in
        Object(
          number: number, factory: creations[number].factory, node: needs.nodes[number],
          begin: times.begins[number], duration: times.ends[number] - times.begins[number],
          ownDuration: times.own[number], executor: executors[number], outer: times.outer[number])
      },
      waits: times.waits, graph: needs.graph, path: CriticalPath(through: needs, times).numbers)
  }

  /// Numbers threads and tasks.
  private static func executors(
    _ lanes: [StartRecording.Lane], _ begins: [Duration]
  ) -> [Executor] {
    var known: [StartRecording.Lane: Executor] = [:]
    var (threads, tasks) = (0, 0)
    for creation in lanes.indices.sorted(by: { begins[$0] < begins[$1] }) {
      let lane = lanes[creation]
      if known[lane] != nil { continue }
      switch lane {
      case .thread:
        threads += 1
        known[lane] = .thread(threads)
      case .task:
        tasks += 1
        known[lane] = .task(tasks)
      }
    }
    return lanes.compactMap { known[$0] }
  }
}
