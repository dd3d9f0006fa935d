import Alchemic
import AlchemicTesting
import Foundation
import Testing

@testable import HabitKit

/// The tests with a model. Each has its own, with fakes of its own, so they run at once.
@Suite(.alchemic { $0.register { OneHabit() } })
@MainActor struct ModelTests {
  @Test func aTestReadsWhatItsFakeGot() throws {
    let view: Provider<HabitView, UUID> = try AcGet()
    try view(UUID()).checkIn()
    let store: OneHabit = try AcGet()
    #expect(store.habit.days == [98, 99, 100])
  }

  @Test func theFakesReplaceTheStoreAndTheClock() throws {
    let view: Provider<HabitView, UUID> = try AcGet()
    #expect(try view(UUID()).text == "□□□□■■□ Read")
  }

  @Test func noTestSeesTheFakeOfAnother() throws {
    let store: OneHabit = try AcGet()
    #expect(store.habit.days == [98, 99])
  }

  @Test(arguments: 0..<5) func aCaseSeesItsOwnFake(_ day: Int) throws {
    let store: OneHabit = try AcGet()
    store.habit.days.insert(day)
    #expect(store.habit.days == [98, 99, day])
  }

  @Test func nobodyIsLoggedInAtFirst() throws {
    let tracker: Tracker = try AcGet()
    #expect(tracker.page == "Please log in.")
  }

  @Test func thePageFollowsTheSession() throws {
    let tracker: Tracker = try AcGet()
    try Session.logIn(as: "Ann")
    #expect(tracker.page.hasPrefix("Good morning, Ann: 2 days."))
    #expect(tracker.views.count == 1)
    try Session.logOut()
    #expect(tracker.views.isEmpty)
  }

  @Test func anotherUserHasNoHabits() throws {
    let tracker: Tracker = try AcGet()
    try Session.logIn(as: "Bob")
    #expect(tracker.page == "Good morning, Bob: 0 days.")
  }

  @Test func aStructureGetsTheFake() throws {
    #expect(Total().days(of: "Ann") == 2)
  }

  @Test(.alchemic { $0.register(.qualifier(StreakGoal.self)) { 2 } })
  func aTestReplacesOneOfTwoNumbers() throws {
    try Session.logIn(as: "Ann")
    let tracker: Tracker = try AcGet()
    #expect(tracker.page.hasSuffix("2 days in a row, 3 more for this week"))
  }

  @Test(.alchemic { $0.register(.named("greeting")) { "Hello" } })
  func aTestReplacesAText() throws {
    try Session.logIn(as: "Ann")
    let tracker: Tracker = try AcGet()
    #expect(tracker.page.hasPrefix("Hello, Ann"))
  }

  @Test(.alchemic { $0.register(NameReporter.self, .reference, .nillable, .transient) })
  func aReporterOfTheTestIsTheOnlyOne() throws {
    try Session.logIn(as: "Ann")
    let tracker: Tracker = try AcGet()
    try AcSet(NameReporter())
    #expect(tracker.page.hasSuffix("□□□□■■□ Read  Read!"))
  }

  @Test func aTaskGroupHasTheModelOfItsTest() async throws {
    let today = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 { group.addTask { try AcGet((any DayClock).self).today } }
      var sum = 0
      while let today = try await group.next() { sum += today }
      return sum
    }
    #expect(today == 1_000)
  }

  @Test func aDetachedTaskTakesTheModelAlong() async throws {
    let here = Alchemic.capture()
    let today = Task.detached { try here.run { try AcGet((any DayClock).self).today } }
    #expect(try await today.value == 100)
  }
}

/// The whole model, without fakes: nothing is made.
@Test func everyMistakeIsKnownBeforeAnythingRuns() throws {
  try Alchemic.validate(.strict)
}
