import Alchemic
import Foundation

/// Keeps the habits of all users.
public protocol HabitStore: AnyObject {
  subscript(_ id: UUID) -> Habit { get set }
  func add(_ habit: Habit)
  func habits(of user: String) -> [Habit]
}

final class MemoryStore: HabitStore, AlchemicCreatable {
  private var habits: [Habit] = []
  init() {}

  subscript(_ id: UUID) -> Habit {
    get { habits.first { $0.id == id }! }
    set { habits = habits.map { $0.id == id ? newValue : $0 } }
  }

  func add(_ habit: Habit) { habits.append(habit) }

  func habits(of user: String) -> [Habit] { habits.filter { $0.user == user } }
}
