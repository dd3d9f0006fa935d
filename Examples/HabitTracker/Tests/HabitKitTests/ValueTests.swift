import Foundation
import Testing

@testable import HabitKit

/// The tests without a model. Each property gets its value by hand, so they may run at once.
@Suite struct ValueTests {
  @Test func aStructureGetsItsStoreWithItsInitializer() {
    #expect(Total(store: .value(OneHabit())).days(of: "Ann") == 2)
  }

  @Test @MainActor func aClassGetsItsStoreBeforeTheFirstRead() {
    let (view, store) = (HabitView(id: UUID()), OneHabit())
    view.$store.use(store)
    view.$clock.use(FixedClock())
    view.checkIn()
    #expect(store.habit.days == [98, 99, 100])
  }
}
