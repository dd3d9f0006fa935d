import AlchemicRuntime

// Makers of asynchronous functions.
extension Maker {
  /// Creates a maker from an asynchronous function.
  package init<each Value, Product>(
    awaiting make: @escaping (repeat each Value) async throws -> Product,
    _ arguments: [Argument], at location: CodeLocation?
  ) {
    self.init(awaited: Product.self, location, arguments) { cursor in
      try await cursor.withAwaited { cursor in
        try cursor.createAwaited()
        return try await make(repeat cursor.take((each Value).self))
      }
    }
  }

  /// Creates a maker from an asynchronous method.
  package init<Host: AnyObject, each Value, Product>(
    awaitingMethod method: @escaping (Host) -> (repeat each Value) async throws -> Product,
    _ arguments: [Argument], at location: CodeLocation?
  ) {
    self.init(awaited: Product.self, location, host: Host.self, arguments) { cursor in
      try await cursor.withAwaited { cursor in
        let host = try cursor.ownerObject(as: Host.self)
        try cursor.createAwaited()
        return try await method(host)(repeat cursor.take((each Value).self))
      }
    }
  }

  /// Creates a maker from an asynchronous function, whose result may be an optional.
  private init<Product>(
    awaited product: Product.Type, _ location: CodeLocation?, host: Any.Type? = nil,
    _ arguments: [Argument], _ make: @escaping (inout ArgumentCursor) async throws -> Product
  ) {
    AwaitedLoops.use()
    let optional = optionalProduct(product)
    self.init(
      optional?.objectType ?? product, .awaited, location, host: host, arguments,
      .awaited { cursor, address in
        let product = try await make(&cursor)
        if let optional { return optional.unwrap(product, to: address) }
        address.initialize(to: product)
        return true
      })
  }
}
