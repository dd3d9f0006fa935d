import Alchemic

/// Has something to say about a habit, or nothing.
public protocol Reporter: AnyObject {
  func report(on habit: Habit, today: Int) -> String?
}

final class StreakReporter: Reporter, AlchemicCreatable {
  @Qualified<StreakGoal>.Injected private var goal: Int
  init() {}

  func report(on habit: Habit, today: Int) -> String? {
    let streak = habit.streak(until: today)
    return streak < goal ? nil : "\(streak) days in a row"
  }
}

final class WeekReporter: Reporter, AlchemicCreatable {
  @Qualified<WeekGoal>.Injected private var goal: Int
  init() {}

  func report(on habit: Habit, today: Int) -> String? {
    let missing = goal - habit.week(until: today).count { $0 }
    return missing <= 0 ? nil : "\(missing) more for this week"
  }
}
