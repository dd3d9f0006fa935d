import Measure

/// What was measured: a line of the table.
struct Row {
  /// As `P5/10000`.
  let id: String
  let name: String
  /// Nanoseconds per operation, or another unit where the name says so.
  let cost: Samples
  /// The same for the floor; the limit itself where a row has an absolute one.
  let floor: Samples
  /// Cost over floor: lower is better.
  let ratio: Double
  /// The highest ratio; nil for one that is there to compare with, or for a curve.
  let limit: Double?

  /// Whether it is what it must be; nil if it need not be anything.
  var isWithinLimit: Bool? { limit.map { ratio <= $0 } }
}

extension Row {
  /// What was measured in turns with its floor.
  init(_ id: String, _ name: String, _ samples: PairedSamples, limit: Double?) {
    self.init(
      id: id, name: name, cost: samples.cost, floor: samples.floor, ratio: samples.ratio,
      limit: limit)
  }

  /// A value that must not be above another one.
  init(_ id: String, _ name: String, value: Samples, atMost limit: Double) {
    self.init(
      id: id, name: name, cost: value, floor: Samples([limit]), ratio: value.median / limit,
      limit: 1)
  }
}
