import Alchemic

/// Measures how long the order takes, from the first need of this service.
struct Timing: Sendable {
  @Weak var metrics: (any Metrics)?

  let order: Order
  private let start = ContinuousClock.now

  init(order: Order) {
    self.order = order
  }

  func record() async {
    await metrics?.record(.now - start, of: order)
  }
}
