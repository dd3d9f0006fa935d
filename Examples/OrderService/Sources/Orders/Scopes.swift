import Alchemic

/// One order, from its arrival to its row. Each task that handles an order opens one.
package enum OrderScope: AlchemicScope {
  /// What handles an order may need what the shift has.
  package static let outer = Shift.self
}

/// The shift of the people at work. The program opens one, and renews it.
package enum Shift: AlchemicScope {}

/// What an order has: itself, set once, and the services that share it.
final class OrderScopeContents: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(Order.self, .reference, .scope(OrderScope.self))
    model.register(.scope(OrderScope.self)) { (order: Order) in Picking(order: order) }
    model.register(.scope(OrderScope.self)) { (order: Order) in Booking(order: order) }
    model.register(.scope(OrderScope.self)) { (order: Order) in Timing(order: order) }
    model.register(
      OrderHandler.init(picking:booking:timing:shift:), .scope(OrderScope.self))
  }
}
