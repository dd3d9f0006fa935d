#if Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

extension Catalog {
  /// Runs an operation in the main model, and throws its warnings.
  static func throwingWarnings(
    _ configure: (ModelBuilder) -> Void, _ operation: () async throws -> Void
  ) async throws {
    try await Alchemic.start(configure)
    defer { Alchemic.reset() }
    let warnings = Log<Problem>()
    Alchemic.observe { if case .warning(let warning) = $0 { warnings.add(warning) } }
    try await operation()
    if !warnings.entries.isEmpty { throw AlchemicError(warnings.entries) }
  }

  @Suite(.alchemicMain) struct SurvivorPageTests {
    @Test("E2, O6: outlives-scope: a list keeps what belongs to a request")
    func list() async throws {
      try await example {
        // wrong: outlives-scope
        enum RequestScope: AlchemicScope {}

        final class Cart: Sendable {}

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Cart.init, .scope(RequestScope.self))
        }

        var carts: [Cart] = []

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) {
            carts.append(try AcGet())
          }
        }
        // end
        try await throwingWarnings({ configureAlchemic($0) }, handle)
      } right: {
        enum RequestScope: AlchemicScope {}
        final class Cart: Sendable { let pieces = 1 }
        // right: outlives-scope
        var pieces = 0

        func handle() async throws {
          try await Alchemic.withScope(RequestScope.self) {
            let cart: Cart = try AcGet()
            pieces += cart.pieces
          }
        }
        // end
        try await throwingWarnings({ $0.register(Cart.init, .scope(RequestScope.self)) }, handle)
        #expect(pieces == 1)
      }
    }
  }
}
#endif
