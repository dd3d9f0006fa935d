import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class One {}
private final class Two {}
private final class Three {}

/// Tests of the decisions for a creator, without threads.
@Suite struct CreationDecisionsTests {
  typealias Claim = CreationDecisions.Claim

  // Identities only: no thread runs here.
  private let me = ThreadID(number: 1)
  private let other = ThreadID(number: 2)
  private let task = ThreadID(number: 3, isTask: true)

  /// Retains the slots.
  private let model: Model
  private let slots: [Slot]

  init() throws {
    model = try makeModel { model in
      model.register(One.init, AcLazy())
      model.register(Two.init, AcLazy())
      model.register(Three.init, AcLazy())
    }
    slots = model.index.all.map(model.store.slot)
  }

  private func claim(
    _ slot: Slot, _ decisions: inout CreationDecisions, by thread: ThreadID,
    canStartOver: Bool = true
  ) -> Claim? {
    decisions.claim(
      slot, canMake: true, by: thread, canStartOver: { canStartOver }, ready: { true })
  }

  @Test("I12: every state has one answer for its creator, and one for others")
  func states() throws {
    let slot = slots[0]
    let expected: [(CreationState, Claim?)] = [
      (.absent, .make), (.present, .present), (.making(by: me), .cycle),
      (.making(by: other), nil), (.making(by: task), .awaited(by: task)),
      (.unfinished(by: me), .unfinished), (.unfinished(by: other), nil),
    ]
    for (state, claim) in expected {
      var decisions = CreationDecisions()
      slot.state = state
      #expect(self.claim(slot, &decisions, by: me) == claim, "\(state)")
    }
  }

  @Test("a thread waits for an object that it cannot create only if another thread creates it")
  func cannotMake() throws {
    let slot = slots[0]
    for (state, claim) in [(CreationState.absent, Claim.unset), (.making(by: other), nil)] {
      var decisions = CreationDecisions()
      slot.state = state
      #expect(
        decisions.claim(
          slot, canMake: false, by: me, canStartOver: { true }, ready: { true }) == claim)
    }
  }

  @Test("one thread at a time creates within a component")
  func component() throws {
    var decisions = CreationDecisions()
    let component = CreationComponent(Array(slots[...1]))
    for slot in slots[...1] { slot.component = component }
    #expect(claim(slots[0], &decisions, by: me) == .make)
    #expect(claim(slots[1], &decisions, by: other) == nil)
    #expect(claim(slots[2], &decisions, by: other) == .make)
    #expect(claim(slots[1], &decisions, by: me) == .make)
    decisions.end(slots[0], as: .present)
    #expect(claim(slots[1], &decisions, by: other) == nil)
    decisions.end(slots[1], as: .absent)
    #expect(claim(slots[1], &decisions, by: other) == .make)
  }

  @Test("a circle of waits: the thread that closes it starts over, if it can")
  func circle() throws {
    var decisions = CreationDecisions()
    #expect(claim(slots[0], &decisions, by: me) == .make)
    #expect(claim(slots[1], &decisions, by: other) == .make)
    #expect(claim(slots[1], &decisions, by: me) == nil)
    #expect(claim(slots[0], &decisions, by: other) == .startOver)
    // It discards the object that it was creating, and waits until the other thread has finished.
    #expect(claim(slots[2], &decisions, by: other) == .startOver)
    decisions.end(slots[1], as: .absent)
    var awaited: AnyObject?
    #expect(decisions.startOver(other, releasing: &awaited) == nil)
    #expect(claim(slots[1], &decisions, by: me) == .make)
    decisions.end(slots[1], as: .present)
    decisions.end(slots[0], as: .present)
    #expect(decisions.startOver(other, releasing: &awaited) == true)
    #expect(awaited === model.store)
    #expect(claim(slots[0], &decisions, by: other) == .present)
  }

  @Test("a circle of waits: otherwise another thread starts over; if none can, it is a cycle")
  func circleOfReads() throws {
    for canStartOver in [true, false] {
      var decisions = CreationDecisions()
      for slot in slots { slot.state = .absent }
      #expect(claim(slots[0], &decisions, by: me) == .make)
      #expect(claim(slots[1], &decisions, by: other) == .make)
      #expect(claim(slots[1], &decisions, by: me, canStartOver: canStartOver) == nil)
      let second = claim(slots[0], &decisions, by: other, canStartOver: false)
      #expect(second == (canStartOver ? nil : .cycle))
      if canStartOver { #expect(claim(slots[1], &decisions, by: me) == .startOver) }
    }
  }

  @Test("a circle that a discovery closes: waiting threads check again, and one starts over")
  func circleOfJoinedComponents() throws {
    var decisions = CreationDecisions()
    var tasks: [TaskWaiters] = []
    let third = ThreadID(number: 4)
    let former = CreationComponent([slots[2]])
    former.enter(third)
    slots[2].component = former
    #expect(claim(slots[0], &decisions, by: me) == .make)
    #expect(claim(slots[1], &decisions, by: other) == .make)
    #expect(claim(slots[2], &decisions, by: me) == nil)
    #expect(claim(slots[0], &decisions, by: other) == nil)
    let before = decisions.takeChange(waking: &tasks)
    let joined = CreationComponent(Array(slots[1...]))
    joined.enter(other)
    for slot in slots[1...] { slot.component = joined }
    decisions.didJoinComponents(waking: former.takeWaitingTasks())
    let after = decisions.takeChange(waking: &tasks)
    #expect(!before && after)
    #expect(claim(slots[2], &decisions, by: me) == .startOver)
  }

  @Test("tasks that wait for each other's objects are a cycle; one task may await several")
  func tasks() throws {
    var decisions = CreationDecisions()
    func claim(_ number: Int, as creation: UInt, within outer: [UInt]) -> Claim? {
      decisions.claim(
        slots[number], as: ThreadID(number: creation, isTask: true),
        within: outer.map { ThreadID(number: $0, isTask: true) }, ready: { true })
    }
    #expect(claim(0, as: 1, within: []) == .make)
    #expect(claim(1, as: 2, within: []) == .make)
    #expect(claim(2, as: 3, within: [1]) == .make)
    #expect(claim(1, as: 4, within: [3, 1]) == nil)
    #expect(claim(0, as: 5, within: [2]) == .cycle)
    #expect(claim(2, as: 6, within: [2]) == .cycle)
    decisions.stopWaiting([3, 1].map { ThreadID(number: $0, isTask: true) }, for: .slot(slots[1]))
    #expect(claim(0, as: 7, within: [2]) == nil)
    decisions.end(slots[0], as: .present)
    #expect(claim(0, as: 8, within: [2]) == .present)
  }

  @Test("a task waits for a thread; a thread continues with the product of a task")
  func threadsAndTasks() throws {
    let slot = slots[0]
    var decisions = CreationDecisions()
    slot.state = .unfinished(by: me)
    #expect(
      decisions.claim(slot, as: task, within: [], ready: { true }) == nil)
    slot.state = .making(by: task)
    let component = CreationComponent([slot])
    component.enter(other)
    slot.component = component
    func adopt() -> Claim? {
      decisions.claim(
        slot, canMake: false, adopting: task, by: me, canStartOver: { true }, ready: { true })
    }
    #expect(adopt() == nil)
    #expect(component.leave(other))
    #expect(adopt() == .make)
    #expect(slot.state == .making(by: me))
  }
}
