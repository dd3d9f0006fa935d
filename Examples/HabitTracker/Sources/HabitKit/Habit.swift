import Foundation

/// Something that a user wants to do every day, and the days on which it was done.
public struct Habit: Identifiable, Sendable {
  public let id = UUID()
  public let name: String
  public let user: String
  public var days: Set<Int>

  public init(_ name: String, of user: String, days: Set<Int> = []) {
    (self.name, self.user, self.days) = (name, user, days)
  }

  /// The number of days in a row until today, or until yesterday if it was not done today yet.
  public func streak(until today: Int) -> Int {
    let last = days.contains(today) ? today : today - 1
    return (0...).first { !days.contains(last - $0) }!
  }

  /// For each of the last seven days, whether it was done.
  public func week(until today: Int) -> [Bool] { (today - 6...today).map(days.contains) }
}
