import Measure

/// What was measured: a line of the table.
struct Row {
  /// As `P5/10000`.
  let id: String
  let name: String
  /// What is counted.
  enum Unit {
    /// Nanoseconds.
    case time
    /// Something that the name says.
    case other
  }
  let unit: Unit
  /// Nanoseconds per operation, or what the name says.
  let cost: Samples
  /// The same for the floor; the limit itself where a row has an absolute one.
  let floor: Samples
  /// Cost over floor: lower is better.
  let ratio: Double
  /// The highest ratio; nil for one that is there to compare with, or for a curve.
  let limit: Double?

  /// Whether there are numbers, and nothing but numbers. No sample at all has no median.
  var isMeasured: Bool {
    [cost.median, floor.median, ratio].allSatisfy { $0.isFinite }
  }

  /// A number of this row for people.
  func text(_ number: Double) -> String {
    switch unit {
    case .time: shownTime(number)
    case .other: shown(number)
    }
  }

  /// The least and the most, if there were more than one.
  func range(_ samples: Samples) -> String {
    samples.values.count > 1 ? "\(text(samples.min)) … \(text(samples.max))" : ""
  }

  /// Whether it is what it must be; nil if it need not be anything.
  var isWithinLimit: Bool? { limit.map { ratio <= $0 } }
}

extension [Row] {
  /// In the order of the groups: they are measured in another one, so that those that leave much
  /// freed memory behind come late.
  var inOrder: [Row] { Row.groups.flatMap { group in filter { $0.group == group } } }
}

extension Row {
  /// In the order of the table.
  static let groups: [Substring] = [
    "P1", "P2", "P2b", "P3", "P4", "P5", "P5b", "P6", "P7", "P8", "P9", "P10", "P11", "P12",
    "P13", "P14", "P15", "P16", "H1", "H2", "H3",
  ]

  /// As `P5`.
  var group: Substring { id.prefix { $0 != "/" } }

  /// What was measured in turns with its floor.
  init(
    _ id: String, _ name: String, _ samples: PairedSamples, limit: Double?, unit: Unit = .time
  ) {
    self.init(
      id: id, name: name, unit: unit, cost: samples.cost, floor: samples.floor,
      ratio: samples.ratio, limit: limit)
  }

  /// A value that must not be above another one.
  init(
    _ id: String, _ name: String, value: Samples, atMost limit: Double, unit: Unit = .other
  ) {
    self.init(
      id: id, name: name, unit: unit, cost: value, floor: Samples([limit]),
      ratio: value.median / limit,
      limit: 1)
  }
}
