/// Does a thing so many times.
///
/// The loop is inside, in a function of its own that is not inlined, so that calling the closure
/// costs nothing that counts.
public typealias Loop = (_ count: Int) -> Void

/// What is measured, and what it is compared with.
public struct Pair {
  /// What users call.
  public let cost: Loop
  /// The least that a program needs for the same.
  public let floor: Loop

  public init(cost: @escaping Loop, floor: @escaping Loop) {
    self.cost = cost
    self.floor = floor
  }
}

/// A row of the table that is an operation, done over and over again.
public struct Operation {
  /// As `P1/struct`.
  public let id: String
  public let name: String
  /// The highest ratio; nil for one that is there to compare with.
  public let limit: Double?
  public let pair: Pair

  public init(
    _ id: String, _ name: String, limit: Double?, cost: @escaping Loop, floor: @escaping Loop
  ) {
    self.id = id
    self.name = name
    self.limit = limit
    pair = Pair(cost: cost, floor: floor)
  }
}
