import Alchemic

// Two numbers, which their qualifiers tell apart: a property of a wrong one does not compile.
enum StreakGoal: AcQualifier {}
enum WeekGoal: AcQualifier {}

/// What cannot declare itself: values.
final class Goals: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.qualifier(StreakGoal.self)) { 10 }
    model.register(.qualifier(WeekGoal.self)) { 5 }
    model.register(.named("greeting")) { "Good morning" }
  }
}
