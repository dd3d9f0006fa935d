/// What the same thing took each time.
public struct Samples: Sendable {
  public private(set) var values: [Double]

  public init(_ values: [Double] = []) { self.values = values }

  public mutating func add(_ value: Double) { values.append(value) }

  public var min: Double { values.min() ?? .nan }
  public var max: Double { values.max() ?? .nan }

  /// The one in the middle; of an even count the mean of both.
  public var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// Two things, measured in turns.
public struct PairedSamples: Sendable {
  public private(set) var cost = Samples()
  public private(set) var floor = Samples()

  public init() {}

  public mutating func add(cost: Double, floor: Double) {
    self.cost.add(cost)
    self.floor.add(floor)
  }

  /// The median of the ratios of neighbours.
  ///
  /// Not the ratio of the medians: where the machine is fast and slow by turns, one median may be
  /// of a fast moment and the other of a slow one. Neighbours had the same moment.
  public var ratio: Double {
    Samples(zip(cost.values, floor.values).map { $0 / $1 }).median
  }
}
