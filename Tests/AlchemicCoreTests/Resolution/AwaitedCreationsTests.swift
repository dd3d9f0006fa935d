import Testing

@testable import AlchemicCore

/// What tasks decide, in every order in which they can come to it; no task runs here.
@Suite struct AwaitedCreationsTests {
  @Test("a task waits for an object that a thread injects, and takes one that is there")
  func nextStep() {
    let thread = ThreadID(number: 1, isTask: false)
    let steps: [(CreationProgress, AwaitedCreations.Step)] = [
      (.absent, .make), (.present, .take), (.making(by: thread), .wait),
      (.stored(by: thread), .wait), (.complete(by: thread), .wait),
    ]
    for (progress, step) in steps {
      #expect(AwaitedCreations().next(for: { [] }, progress) == step, "\(progress)")
    }
  }

  /// A task that makes an object and meanwhile needs others, one after the other.
  private struct Caller {
    /// What it asks for first; it makes that unless somebody else does.
    let goal: Int
    /// What its initializer needs then.
    let needs: [Int]
  }

  /// Callers at one desk, as far as a schedule has brought them.
  private final class Scene {
    enum Ending { case has, cycle }
    private struct Position {
      var isMaking = false
      var next = 0
      var isWaiting = false
      var ending: Ending?
    }

    private let callers: [Caller]
    private let factories: [AnyObjectFactory]
    private let ids: [ThreadID]
    private var positions: [Position]
    private var creations = AwaitedCreations()
    private(set) var makers: [Int: Int] = [:]

    init(_ callers: [Caller], factories count: Int) {
      self.callers = callers
      factories = (0..<count).map { AnyObjectFactory(.named("\($0)"), arguments: []) }
      ids = callers.indices.map { ThreadID(number: UInt($0), isTask: true) }
      positions = callers.map { _ in Position() }
    }

    var endings: [Ending?] { positions.map(\.ending) }

    /// Those that have something to do; a caller that waits has, once a change lets it look again.
    var ready: [Int] {
      positions.indices.filter { positions[$0].ending == nil && !positions[$0].isWaiting }
    }

    /// Lets one caller do one step.
    func step(_ caller: Int) {
      let position = positions[caller]
      if position.isMaking, position.next == callers[caller].needs.count {
        finish(callers[caller].goal, as: .present)
        positions[caller].isMaking = false
        positions[caller].ending = .has
        return
      }
      let wanted =
        position.isMaking ? callers[caller].needs[position.next] : callers[caller].goal
      let path = position.isMaking ? [ids[caller]] : []
      creations.remove(path, waitingFor: factories[wanted])
      switch creations.next(for: { path }, factories[wanted].progress) {
      case .take:
        if position.isMaking {
          positions[caller].next += 1
        } else {
          positions[caller].ending = .has
        }
      case .make:
        if position.isMaking {
          // Something that needs nothing: made at once.
          finish(wanted, as: .present)
          makers[wanted, default: 0] += 1
          positions[caller].next += 1
        } else {
          factories[wanted].progress = .making(by: ids[caller])
          makers[wanted, default: 0] += 1
          positions[caller].isMaking = true
        }
      case .wait:
        creations.add(path, waitingFor: factories[wanted])
        positions[caller].isWaiting = true
      case .cycle:
        positions[caller].ending = .cycle
        if position.isMaking {
          makers[callers[caller].goal, default: 0] -= 1
          finish(callers[caller].goal, as: .absent)
        }
      }
    }

    private func finish(_ factory: Int, as progress: CreationProgress) {
      factories[factory].progress = progress
      for caller in positions.indices { positions[caller].isWaiting = false }
    }
  }

  /// Runs every schedule, and checks the scene at the end of each.
  private func explore(
    _ callers: [Caller], factories: Int, check: (Scene) -> Void
  ) -> Int {
    var count = 0
    var schedules: [[Int]] = [[]]
    while let schedule = schedules.popLast() {
      let scene = Scene(callers, factories: factories)
      for caller in schedule { scene.step(caller) }
      let ready = scene.ready
      if ready.isEmpty {
        count += 1
        check(scene)
      }
      schedules += ready.map { schedule + [$0] }
    }
    return count
  }

  @Test("two tasks that ask for one object: one makes it, both have it")
  func once() {
    let callers = [Caller(goal: 0, needs: [1]), Caller(goal: 0, needs: [1])]
    let count = explore(callers, factories: 2) { scene in
      #expect(scene.endings == [.has, .has])
      #expect(scene.makers == [0: 1, 1: 1])
    }
    #expect(count > 5)
  }

  @Test("two tasks that need each other's object: nobody waits for ever")
  func cycle() {
    let callers = [Caller(goal: 0, needs: [1]), Caller(goal: 1, needs: [0])]
    let count = explore(callers, factories: 2) { scene in
      #expect(!scene.endings.contains(nil))
    }
    #expect(count > 5)
  }

  @Test("three tasks in a circle: nobody waits for ever")
  func circle() {
    let callers = [
      Caller(goal: 0, needs: [1]), Caller(goal: 1, needs: [2]), Caller(goal: 2, needs: [0]),
    ]
    let count = explore(callers, factories: 3) { scene in
      #expect(!scene.endings.contains(nil))
    }
    #expect(count > 100)
  }

  @Test("two tasks that need the same two in another order: no cycle, nobody waits for ever")
  func noCycle() {
    let callers = [Caller(goal: 0, needs: [2, 3]), Caller(goal: 1, needs: [3, 2])]
    let count = explore(callers, factories: 4) { scene in
      #expect(scene.endings == [.has, .has])
      #expect(scene.makers.values.allSatisfy { $0 == 1 })
    }
    #expect(count > 20)
  }
}
