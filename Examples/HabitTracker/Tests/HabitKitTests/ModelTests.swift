import Alchemic
import Foundation
import Testing

@testable import HabitKit

/// The tests that start the model. A process has one, so they run one after the other.
@Suite(.serialized) @MainActor struct ModelTests {
  @Test func everyMistakeIsKnownBeforeAnythingRuns() throws {
    try Alchemic.validate(.strict)
  }

  @Test func primariesReplaceTheStoreAndTheClock() throws {
    try startWithFakes()
    defer { Alchemic.reset() }
    let view: Provider<HabitView, UUID> = try AcGet()
    #expect(try view(UUID()).text == "□□□□■■□ Read")
  }

  @Test func aTestReadsWhatItsFakeGot() throws {
    try startWithFakes()
    defer { Alchemic.reset() }
    let view: Provider<HabitView, UUID> = try AcGet()
    try view(UUID()).checkIn()
    let store: OneHabit = try AcGet()
    #expect(store.habit.days == [98, 99, 100])
  }

  @Test func thePageFollowsTheSession() throws {
    try startWithFakes()
    defer { Alchemic.reset() }
    let tracker: Tracker = try AcGet()
    #expect(tracker.page == "Please log in.")
    try Session.logIn(as: "Ann")
    #expect(tracker.page.hasPrefix("Good morning, Ann: 2 days."))
    #expect(tracker.views.count == 1)
    try Session.logOut()
    #expect(tracker.views.isEmpty)
  }

  @Test func aPrimaryOfAQualifierReplacesOneOfTwoNumbers() throws {
    try startWithFakes { $0.register(.primary, .qualifier(StreakGoal.self)) { 2 } }
    defer { Alchemic.reset() }
    try Session.logIn(as: "Ann")
    let tracker: Tracker = try AcGet()
    #expect(tracker.page.hasSuffix("2 days in a row, 3 more for this week"))
  }

  @Test func aReporterIsAddedWhileThePageIsShown() throws {
    try startWithFakes { $0.register(NameReporter.self, .reference, .nillable, .transient) }
    defer { Alchemic.reset() }
    try Session.logIn(as: "Ann")
    let tracker: Tracker = try AcGet()
    #expect(tracker.page.hasSuffix("3 more for this week"))
    try AcSet(NameReporter())
    #expect(tracker.page.hasSuffix("3 more for this week, Read!"))
  }

  private func startWithFakes(_ configure: (ModelBuilder) -> Void = { _ in }) throws {
    try Alchemic.start(.strict) {
      $0.register(.primary) { OneHabit() }
      $0.register(.primary) { FixedClock() }
      configure($0)
    }
  }
}
