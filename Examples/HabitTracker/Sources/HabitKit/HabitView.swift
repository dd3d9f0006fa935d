import Alchemic
import Foundation

/// The view model of one habit. Its id is an argument of the caller's, all else is injected.
@MainActor public final class HabitView: AlchemicManaged {
  @Injected var store: any HabitStore
  @Injected var clock: any DayClock
  private let id: UUID

  init(id: UUID) { self.id = id }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, HabitView.init(id:), .argument)
  }

  var habit: Habit { store[id] }

  /// The last seven days, and the name.
  public var text: String {
    habit.week(until: clock.today).map { $0 ? "■" : "□" }.joined() + " " + habit.name
  }

  /// Marks the habit as done today.
  public func checkIn() { store[id].days.insert(clock.today) }
}
