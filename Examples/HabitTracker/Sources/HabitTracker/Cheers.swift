import Alchemic
import HabitKit

/// A reporter of the program's own, which the user turns on and off while it runs.
///
/// Every property that has it follows it, since its factory is transient.
final class Cheers: Reporter, AlchemicManaged {
  static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, .reference, .nillable, .transient)
  }

  func report(on habit: Habit, today: Int) -> String? {
    habit.days.contains(today) ? "done, well done!" : nil
  }
}
