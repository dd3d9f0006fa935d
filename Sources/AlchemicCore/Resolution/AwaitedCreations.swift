/// Which creations, made by tasks, wait for which factories' objects. A part of what the desk's lock guards.
struct AwaitedCreations {
  private var needs = [ThreadID: [AnyObjectFactory]]()

  /// What a task does next that needs an object.
  enum Step: Equatable { case take, make, wait, cycle }

  /// Decides for a task.
  ///
  /// - Parameters:
  ///   - creations: Those whose objects the task is making, one within the other.
  ///   - progress: That of the object that is needed.
  @inline(never)
  func next(for creations: () -> [ThreadID], _ progress: CreationProgress) -> Step {
    switch progress {
    case .present: .take
    case .absent: .make
    case .making(let maker):
      creations().contains(maker) || leadsBack(from: maker, to: creations()) ? .cycle : .wait
    // Its properties are injected on one thread, which waits for no task.
    case .stored, .complete: .wait
    }
  }

  /// Notes that creations wait for an object.
  mutating func add(_ creations: [ThreadID], waitingFor factory: AnyObjectFactory) {
    for creation in creations { needs[creation, default: []].append(factory) }
  }

  /// Takes that back.
  mutating func remove(_ creations: [ThreadID], waitingFor factory: AnyObjectFactory) {
    for creation in creations {
      guard let position = needs[creation]?.firstIndex(where: { $0 === factory }) else { continue }
      needs[creation]?.remove(at: position)
      if needs[creation]?.isEmpty == true { needs[creation] = nil }
    }
  }

  /// Whether a creation waits, perhaps by way of others, for one of those.
  private func leadsBack(from creation: ThreadID, to goals: [ThreadID]) -> Bool {
    var seen: Set<Int> = []
    var reached = [creation]
    while let current = reached.popLast() {
      for factory in needs[current] ?? [] {
        // Threads wait for no task.
        guard case .making(let maker) = factory.progress, maker.isTask else { continue }
        if goals.contains(maker) { return true }
        if seen.insert(Int(bitPattern: maker.number)).inserted { reached.append(maker) }
      }
    }
    return false
  }
}
