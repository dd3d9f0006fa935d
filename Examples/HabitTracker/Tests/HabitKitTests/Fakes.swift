import Alchemic
import Foundation

@testable import HabitKit

/// A double, which every test has that has a model: nobody registers it.
final class FixedClock: DayClock, AlchemicTestDouble {
  let today = 100
  init() {}
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
