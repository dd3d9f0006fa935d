@testable import AlchemicCore

/// What one of the factories in a ``Web`` needs.
struct Recipe {
  let name: String
  /// What its initializer takes.
  var arguments: [Int] = []
  /// The properties of its objects, which have hooks: all are injected at once.
  var properties: [Int] = []
  /// How many of its creations throw, after all of that.
  var failures = 0
}

/// Threads that ask for shared objects, without threads: each goes one step at a time, and what it decides is
/// decided by a ``CreationTable``. Steps, frames and postponed injections are as in `ObjectFactory`,
/// `CreationPath` and `HostInjection`.
struct Callers {
  enum Step: Hashable {
    case argument(Int)
    case keep
    /// A property of an object, which is the frame's own or one that waited for it.
    case property(host: Int, Int)
    case fail
    case settle
  }

  struct Frame: Hashable {
    let factory: Int
    var object = 0
    var steps: [Step]
    var outermostNeed = Int.max
    var taken: [Taken] = []
    var tentative: [Int] = []
    var postponed: [Step] = []
    /// What its initializer was given.
    var given: [Int: Int] = [:]
  }

  struct Taken: Hashable {
    let factory: Int
    let attempt: UInt
  }

  enum Outcome: Hashable {
    case object(Int)
    case failed
    case cycle
  }

  struct Caller: Hashable {
    let goal: Int
    var frames: [Frame] = []
    var isAwake = true
    var outcome: Outcome?
  }

  /// An object: of which factory, and what it has.
  struct Made: Hashable {
    let factory: Int
    var has: [Int: Int]
  }

  let recipes: [Recipe]
  let factories: [AnyObjectFactory]
  var table = CreationTable()
  var callers: [Caller]
  var objects: [Made] = []
  var current: [Int?]
  var failures: [Int]
  /// How many objects each factory has kept.
  var kept: [Int]

  init(_ recipes: [Recipe], _ factories: [AnyObjectFactory], goals: [Int]) {
    self.recipes = recipes
    self.factories = factories
    callers = goals.map { Caller(goal: $0) }
    current = recipes.map { _ in nil }
    failures = recipes.map(\.failures)
    kept = recipes.map { _ in 0 }
  }

  private func thread(_ caller: Int) -> ThreadID { ThreadID(number: UInt(caller + 1)) }

  /// What each waits for.
  var awaited: [String?] { callers.indices.map { table.awaited(by: thread($0))?.facts.name } }

  /// Lets a caller go one step.
  mutating func advance(_ index: Int) {
    var caller = callers[index]
    step(&caller, index)
    callers[index] = caller
    var woken: [TaskWaiters] = []
    guard table.takeChange(waking: &woken) else { return }
    // Whoever does not wait looks anyway.
    for other in callers.indices where other != index { callers[other].isAwake = true }
  }

  private mutating func step(_ caller: inout Caller, _ me: Int) {
    guard let step = caller.frames.last?.steps.first else {
      if caller.frames.isEmpty { claim(caller.goal, &caller, me) }
      return
    }
    switch step {
    case .argument(let factory), .property(_, let factory): claim(factory, &caller, me)
    case .keep: keep(&caller, me)
    case .fail:
      let factory = caller.frames[caller.frames.count - 1].factory
      failures[factory] -= 1
      giveUp(&caller, me)
      fail(&caller, me, .failed, beyond: nil)
    case .settle: settle(&caller, me)
    }
  }

  // MARK: Claiming

  private mutating func claim(_ goal: Int, _ caller: inout Caller, _ me: Int) {
    let (frames, object) = (caller.frames, current[goal])
    let claim = table.claim(
      factories[goal], canMake: true, by: thread(me),
      yielding: { [factories] in
        Self.yielding(frames).map { ObjectIdentifier(factories[$0]) }
      }, ready: { object != nil })
    switch claim {
    case nil: caller.isAwake = false
    case .ready(let unfinished):
      if let unfinished { take(goal, unfinished.attempt, &caller) }
      deliver(object!, of: goal, &caller)
    case .unset, .awaited: fatalError("everything can be made, by threads")
    case .make:
      let recipe = recipes[goal]
      caller.frames.append(
        Frame(
          factory: goal,
          steps: recipe.arguments.map { .argument($0) } + [.keep]
            + recipe.properties.map { .property(host: -1, $0) }
            + (failures[goal] > 0 ? [.fail] : []) + [.settle]))
    case .cycle(let own):
      let owner = factories.firstIndex { $0 === own }
      fail(&caller, me, .cycle, beyond: owner.flatMap { firstThatCanGo($0, caller.frames) })
    }
  }

  /// The factories of frames within which a host is injected.
  private static func yielding(_ frames: [Frame]) -> [Int] {
    guard let last = frames.lastIndex(where: \.isInjecting) else { return [] }
    return frames[...last].map(\.factory)
  }

  private func firstThatCanGo(_ factory: Int, _ frames: [Frame]) -> Int? {
    guard Self.yielding(frames).contains(factory) else { return nil }
    return frames.lastIndex { $0.factory == factory }
  }

  private func take(_ factory: Int, _ attempt: UInt, _ caller: inout Caller) {
    let last = caller.frames.count - 1
    let owner = caller.frames.lastIndex {
      $0.factory == factory || $0.tentative.contains(factory)
    }
    if let owner {
      caller.frames[last].outermostNeed = min(caller.frames[last].outermostNeed, owner)
    } else {
      caller.frames[last].taken.append(Taken(factory: factory, attempt: attempt))
    }
  }

  private mutating func deliver(_ object: Int, of factory: Int, _ caller: inout Caller) {
    guard let step = caller.frames.last?.steps.first else {
      caller.outcome = .object(object)
      return
    }
    let last = caller.frames.count - 1
    caller.frames[last].steps.removeFirst()
    switch step {
    case .argument: caller.frames[last].given[factory] = object
    case .property(let host, _):
      objects[host < 0 ? caller.frames[last].object : host].has[factory] = object
    case .keep, .fail, .settle: break
    }
  }

  // MARK: Making

  private mutating func keep(_ caller: inout Caller, _ me: Int) {
    let last = caller.frames.count - 1
    let factory = caller.frames[last].factory
    let object = objects.count
    objects.append(Made(factory: factory, has: caller.frames[last].given))
    caller.frames[last].object = object
    if table.keep(factories[factory], by: thread(me), {}) != nil {
      current[factory] = object
      kept[factory] += 1
    }
    let postponed = caller.frames[last].postponed
    caller.frames[last].postponed = []
    caller.frames[last].steps.replaceSubrange(0..<1, with: postponed)
  }

  private mutating func settle(_ caller: inout Caller, _ me: Int) {
    let last = caller.frames.count - 1
    let frame = caller.frames[last]
    var goal: Int?
    if frame.outermostNeed < last {
      goal = frame.outermostNeed
    } else if !frame.taken.isEmpty {
      let needs = frame.taken.map {
        UnfinishedObject(factory: factories[$0.factory], attempt: $0.attempt)
      }
      let members = ([frame.factory] + frame.tentative).map { factories[$0] }
      switch table.settle(members, needs, by: thread(me)) {
      case nil:
        caller.isAwake = false
        return
      case .settled: caller.frames[last].taken = []
      case .failed:
        caller.frames[last].taken = []
        // Once more, from the step that asked for it.
        giveUp(&caller, me)
        return
      case .notYet: goal = last - 1
      }
    }
    if let goal {
      caller.frames[goal].tentative += frame.tentative + [frame.factory]
    } else {
      for factory in [frame.factory] + frame.tentative {
        table.finish(factories[factory], by: thread(me)) { true }
      }
    }
    caller.frames[last].tentative = []
    leave(&caller, me)
    deliver(frame.object, of: frame.factory, &caller)
  }

  /// Leaves the innermost frame.
  private mutating func leave(_ caller: inout Caller, _ me: Int) {
    let frame = caller.frames.removeLast()
    for factory in frame.tentative { abandon(factory, me) }
    let outer = caller.frames.count - 1
    guard outer >= 0 else { return }
    if frame.outermostNeed <= outer {
      caller.frames[outer].outermostNeed = min(
        caller.frames[outer].outermostNeed, frame.outermostNeed)
    }
    caller.frames[outer].taken += frame.taken
  }

  private mutating func abandon(_ factory: Int, _ me: Int) {
    var isGivenUp = false
    table.abandon(factories[factory], by: thread(me)) { isGivenUp = true }
    if isGivenUp { current[factory] = nil }
  }

  private mutating func giveUp(_ caller: inout Caller, _ me: Int) {
    let factory = caller.frames[caller.frames.count - 1].factory
    leave(&caller, me)
    abandon(factory, me)
  }

  /// Throws, in the innermost frame.
  ///
  /// - Parameter frame: What has to exist before the injection that catches this can go on.
  private mutating func fail(
    _ caller: inout Caller, _ me: Int, _ outcome: Outcome, beyond frame: Int?
  ) {
    while let last = caller.frames.indices.last {
      if let frame, frame <= last, caller.frames[last].isInjecting,
        case .property(let host, _) = caller.frames[last].steps[0]
      {
        return postpone(&caller, last, host: host, until: frame)
      }
      giveUp(&caller, me)
    }
    caller.outcome = outcome
  }

  private func postpone(_ caller: inout Caller, _ last: Int, host: Int, until frame: Int) {
    let rest = caller.frames[last].steps.prefix {
      if case .property(host, _) = $0 { true } else { false }
    }
    caller.frames[last].steps.removeFirst(rest.count)
    let object = host < 0 ? caller.frames[last].object : host
    caller.frames[frame].postponed += rest.map {
      if case .property(_, let factory) = $0 { .property(host: object, factory) } else { $0 }
    }
    caller.frames[last].outermostNeed = min(caller.frames[last].outermostNeed, frame)
  }
}

extension Callers.Frame {
  var isInjecting: Bool { if case .property = steps.first { true } else { false } }
}
