import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class One {}
private final class Two {}
private final class Three {}

/// What is decided for a creator, without threads.
@Suite struct CreationDecisionsTests {
  typealias Claim = CreationDecisions.Claim

  // Identities only: no thread runs here.
  private let me = ThreadID(number: 1)
  private let other = ThreadID(number: 2)
  private let task = ThreadID(number: 3, isTask: true)

  private func factories() throws -> [AnyObjectFactory] {
    try makeModel { model in
      model.register(One.init, AcLazy())
      model.register(Two.init, AcLazy())
      model.register(Three.init, AcLazy())
    }.index.all
  }

  private func claim(
    _ factory: AnyObjectFactory, _ decisions: inout CreationDecisions, by thread: ThreadID,
    canStartOver: Bool = true
  ) -> Claim? {
    decisions.claim(
      factory, canMake: true, by: thread, canStartOver: { canStartOver }, ready: { true })
  }

  @Test("I12: every state has one answer for its creator, and one for others")
  func states() throws {
    let factory = try factories()[0]
    let expected: [(CreationState, Claim?)] = [
      (.absent, .make), (.present, .present), (.making(by: me), .cycle),
      (.making(by: other), nil), (.making(by: task), .awaited(by: task)),
      (.unfinished(by: me), .unfinished), (.unfinished(by: other), nil),
    ]
    for (state, claim) in expected {
      var decisions = CreationDecisions()
      factory.state = state
      #expect(self.claim(factory, &decisions, by: me) == claim, "\(state)")
    }
  }

  @Test("what cannot be made is not waited for, unless somebody makes it")
  func cannotMake() throws {
    let factory = try factories()[0]
    for (state, claim) in [(CreationState.absent, Claim.unset), (.making(by: other), nil)] {
      var decisions = CreationDecisions()
      factory.state = state
      #expect(
        decisions.claim(
          factory, canMake: false, by: me, canStartOver: { true }, ready: { true }) == claim)
    }
  }

  @Test("one thread at a time creates within a component")
  func component() throws {
    let factories = try factories()
    var decisions = CreationDecisions()
    let component = CreationComponent(Array(factories[...1]))
    for factory in factories[...1] { factory.component = component }
    #expect(claim(factories[0], &decisions, by: me) == .make)
    #expect(claim(factories[1], &decisions, by: other) == nil)
    #expect(claim(factories[2], &decisions, by: other) == .make)
    #expect(claim(factories[1], &decisions, by: me) == .make)
    decisions.end(factories[0], as: .present)
    #expect(claim(factories[1], &decisions, by: other) == nil)
    decisions.end(factories[1], as: .absent)
    #expect(claim(factories[1], &decisions, by: other) == .make)
  }

  @Test("a circle of waits: the thread that closes it starts over, if an error gets that far")
  func circle() throws {
    let factories = try factories()
    var decisions = CreationDecisions()
    #expect(claim(factories[0], &decisions, by: me) == .make)
    #expect(claim(factories[1], &decisions, by: other) == .make)
    #expect(claim(factories[1], &decisions, by: me) == nil)
    #expect(claim(factories[0], &decisions, by: other) == .startOver)
    // It gives up what it was making, and waits until the other one has finished.
    #expect(claim(factories[2], &decisions, by: other) == .startOver)
    decisions.end(factories[1], as: .absent)
    var awaited: AnyObjectFactory?
    #expect(decisions.startOver(other, releasing: &awaited) == nil)
    #expect(claim(factories[1], &decisions, by: me) == .make)
    decisions.end(factories[1], as: .present)
    decisions.end(factories[0], as: .present)
    #expect(decisions.startOver(other, releasing: &awaited) == true)
    #expect(awaited === factories[0])
    #expect(claim(factories[0], &decisions, by: other) == .present)
  }

  @Test("a circle of waits: else another one does, and if none can, it is a cycle")
  func circleOfReads() throws {
    let factories = try factories()
    for canStartOver in [true, false] {
      var decisions = CreationDecisions()
      for factory in factories { factory.state = .absent }
      #expect(claim(factories[0], &decisions, by: me) == .make)
      #expect(claim(factories[1], &decisions, by: other) == .make)
      #expect(claim(factories[1], &decisions, by: me, canStartOver: canStartOver) == nil)
      let second = claim(factories[0], &decisions, by: other, canStartOver: false)
      #expect(second == (canStartOver ? nil : .cycle))
      if canStartOver { #expect(claim(factories[1], &decisions, by: me) == .startOver) }
    }
  }

  @Test("a circle that a discovery closes: those that wait look again, and one of them starts over")
  func circleOfJoinedComponents() throws {
    let factories = try factories()
    var decisions = CreationDecisions()
    var tasks: [TaskWaiters] = []
    let third = ThreadID(number: 4)
    let former = CreationComponent([factories[2]])
    former.enter(third)
    factories[2].component = former
    #expect(claim(factories[0], &decisions, by: me) == .make)
    #expect(claim(factories[1], &decisions, by: other) == .make)
    #expect(claim(factories[2], &decisions, by: me) == nil)
    #expect(claim(factories[0], &decisions, by: other) == nil)
    let before = decisions.takeChange(waking: &tasks)
    let joined = CreationComponent(Array(factories[1...]))
    joined.enter(other)
    for factory in factories[1...] { factory.component = joined }
    decisions.didJoinComponents(waking: former.takeWaitingTasks())
    let after = decisions.takeChange(waking: &tasks)
    #expect(!before && after)
    #expect(claim(factories[2], &decisions, by: me) == .startOver)
  }

  @Test("tasks that wait for each other's objects are a cycle; one task may await several")
  func tasks() throws {
    let factories = try factories()
    var decisions = CreationDecisions()
    func claim(_ factory: Int, as number: UInt, within outer: [UInt]) -> Claim? {
      decisions.claim(
        factories[factory], as: ThreadID(number: number, isTask: true),
        within: outer.map { ThreadID(number: $0, isTask: true) }, ready: { true })
    }
    #expect(claim(0, as: 1, within: []) == .make)
    #expect(claim(1, as: 2, within: []) == .make)
    #expect(claim(2, as: 3, within: [1]) == .make)
    #expect(claim(1, as: 4, within: [3, 1]) == nil)
    #expect(claim(0, as: 5, within: [2]) == .cycle)
    #expect(claim(2, as: 6, within: [2]) == .cycle)
    decisions.stopWaiting([3, 1].map { ThreadID(number: $0, isTask: true) }, for: factories[1])
    #expect(claim(0, as: 7, within: [2]) == nil)
    decisions.end(factories[0], as: .present)
    #expect(claim(0, as: 8, within: [2]) == .present)
  }

  @Test("a task waits for a thread; a thread goes on with the product of a task")
  func threadsAndTasks() throws {
    let factory = try factories()[0]
    var decisions = CreationDecisions()
    factory.state = .unfinished(by: me)
    #expect(
      decisions.claim(factory, as: task, within: [], ready: { true }) == nil)
    factory.state = .making(by: task)
    let component = CreationComponent([factory])
    component.enter(other)
    factory.component = component
    func adopt() -> Claim? {
      decisions.claim(
        factory, canMake: false, adopting: task, by: me, canStartOver: { true }, ready: { true })
    }
    #expect(adopt() == nil)
    #expect(component.leave(other))
    #expect(adopt() == .make)
    #expect(factory.state == .making(by: me))
  }
}
