import Alchemic

/// What the operator sees. It belongs to the main actor, like a view.
@MainActor package final class StatusBoard: AlchemicCreatable {
  @Qualified<StatusInterval>.Injected private var interval: Int

  package private(set) var lines: [String] = []

  package init() {}

  func show(_ totals: Totals) {
    guard totals.orders.isMultiple(of: interval) else { return }
    lines.append("\(totals.orders) orders, \(totals.pieces) pieces sold")
    print(lines[lines.count - 1])
  }
}
