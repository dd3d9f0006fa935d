import Foundation

@testable import HabitKit

final class FixedClock: DayClock {
  let today = 100
}

/// Has one habit, whatever id is asked for.
final class OneHabit: HabitStore {
  var habit = Habit("Read", of: "Ann", days: [98, 99])

  subscript(id: UUID) -> Habit {
    get { habit }
    set { habit = newValue }
  }

  func add(_ habit: Habit) {}
  func habits(of user: String) -> [Habit] { user == habit.user ? [habit] : [] }
}

final class NameReporter: Reporter {
  func report(on habit: Habit, today: Int) -> String? { habit.name + "!" }
}
