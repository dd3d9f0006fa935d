/// How long is measured.
public struct Effort: Sendable {
  /// How many slices of each side.
  public let rounds: Int
  /// How long a slice is.
  public let slice: Double

  public init(rounds: Int, slice: Double) {
    self.rounds = rounds
    self.slice = slice
  }

  public static let full = Effort(rounds: 101, slice: 2e6)
  public static let quick = Effort(rounds: 25, slice: 1e6)
  /// What shows that an operation runs, and no more.
  public static let smoke = Effort(rounds: 2, slice: 2e4)
}
