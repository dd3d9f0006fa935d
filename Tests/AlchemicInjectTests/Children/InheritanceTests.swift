import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Root: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Later: Sendable {}

/// What children of one thread share, and when it ends.
@Suite("C3: what children inherit is kept for each thread, and released")
struct InheritanceTests {
  /// Uses a child of the current model, which replaces the root.
  private static func useChild(numbered number: Int) throws {
    try Alchemic.withModel {
      $0.register { Root(number) }
    } operation: {
      let root: Root = try AcGet()
      #expect(root.number == number)
    }
  }

  @Test("a model that was the parent of many threads' children is released after its end")
  func parentIsReleased() throws {
    let tracker = LifeTracker()
    weak var parent: Model?
    do {
      let life = tracker.life()
      let model = try makeModel { model in
        model.register {
          withExtendedLifetime(life) {}
          return Root(0)
        }
      }
      model.home.lend()
      parent = model
      onThreads(4) { thread in
        do {
          try CurrentModel.withModel(model) {
            for number in 0..<20 { try Self.useChild(numbered: thread * 100 + number) }
          }
        } catch { Issue.record(error) }
      }
      #expect(tracker.living == 1)
      model.end()
      #expect(throws: AlchemicError.self) {
        try CurrentModel.withModel(model) { try Self.useChild(numbered: 1) }
      }
    }
    #expect(parent == nil)
    #expect(tracker.living == 0)
  }

  @Test("a child that is made during the end of its parent keeps nothing afterwards")
  func endMeanwhile() throws {
    for _ in 0..<200 {
      let tracker = LifeTracker()
      weak var parent: Model?
      do {
        let life = tracker.life()
        let model = try makeModel { model in
          model.register {
            withExtendedLifetime(life) {}
            return Root(0)
          }
        }
        model.home.lend()
        parent = model
        onThreads(3) { thread in
          if thread == 0 { return model.end() }
          // It has ended, or it has not.
          try? CurrentModel.withModel(model) { try Self.useChild(numbered: thread) }
        }
      }
      #expect(parent == nil)
      #expect(tracker.living == 0)
    }
  }

  @Test("a child inherits the revision in which it was made, and a later one the next")
  func revisions() throws {
    let model = try makeModel { $0.register { Root(0) } }
    model.home.lend()
    weak var former: ModelRevision?
    former = model.revision
    try CurrentModel.withModel(model) {
      try Alchemic.withModel {
        $0.register { Root(1) }
      } operation: {
        try extend(model) { $0.register { Later() } }
        let later = try AcGet(Later?.self)
        #expect(later == nil)
        #expect(former != nil)
      }
      #expect(former == nil)
      try Alchemic.withModel {
        $0.register { Root(2) }
      } operation: {
        let later = try AcGet(Later?.self)
        #expect(later != nil)
      }
    }
    model.end()
  }

  @Test("revisions and children at once: a child has what was there before it was made")
  func revisionsMeanwhile() throws {
    for _ in 0..<100 {
      let model = try makeModel { $0.register { Root(0) } }
      model.home.lend()
      let isExtended = Locked(false)
      onThreads(3) { thread in
        do {
          if thread == 0 {
            try extend(model) { $0.register { Later() } }
            return isExtended.withLock { $0 = true }
          }
          try CurrentModel.withModel(model) {
            for number in 0..<10 {
              let isKnown = isExtended.withLock { $0 }
              try Alchemic.withModel {
                $0.register { Root(number) }
              } operation: {
                let later = try AcGet(Later?.self)
                #expect(later != nil || !isKnown)
              }
            }
          }
        } catch { Issue.record(error) }
      }
      model.end()
    }
  }

  @Test("children of many threads, while others ask without one so often that they stop looking")
  func looking() throws {
    // The task of the test has no model of its own.
    #expect(CurrentModel.scoped == nil)
    let model = try makeModel { $0.register { Root(0) } }
    let wrong = Counter()
    onThreads(4) { thread in
      do {
        if thread < 2 {
          for number in 1...300 {
            try CurrentModel.withModel(model) {
              try Alchemic.withModel {
                $0.register { Root(number) }
              } operation: {
                for _ in 0..<20 {
                  let found: Root = try AcGet()
                  if found.number != number { wrong.increment() }
                }
              }
            }
          }
        } else {
          // Some of these questions may find that no task has a model.
          for _ in 0..<20_000 where CurrentModel.knownResolver(for: Root.self) != nil {
            wrong.increment()
          }
        }
      } catch { Issue.record(error) }
    }
    #expect(wrong.value == 0)
  }
}
