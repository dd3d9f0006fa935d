import AlchemicRuntime

// The functions of which makers are created, with their arguments from a cursor.
extension Maker {
  /// Creates a maker from a function that any thread may call.
  package init<each Value, Product>(
    _ make: @escaping (repeat each Value) throws -> Product, _ arguments: [Argument],
    at location: CodeLocation?
  ) {
    self.init(of: Product.self, arguments, at: location) { cursor, address in
      try cursor.create()
      address.initialize(to: try make(repeat cursor.take((each Value).self)))
    }
  }

  /// Creates a maker from a function of the main actor.
  package init<each Value, Product>(
    ofMainActor make: @escaping @MainActor (repeat each Value) throws -> Product,
    _ arguments: [Argument], at location: CodeLocation?
  ) {
    self.init(Product.self, .onMainActor, location, arguments) { cursor, address in
      try cursor.create()
      let given = UnsafeTransfer((repeat cursor.take((each Value).self)))
      address.initialize(to: try callOnMainActor { try make(repeat each given.value) })
    }
  }

  // MARK: Filling

  /// Creates a function that fills objects of a class that another function has created.
  package init<Host: AnyObject, each Value>(
    filling host: Host.Type, _ arguments: [Argument], at location: CodeLocation?,
    _ fill: @escaping (Host, repeat each Value) throws -> Void
  ) {
    let count = arguments.count
    self.init(host, .anywhere, location, arguments) { cursor, address in
      try cursor.createProperties(count)
      try fill(address.value(as: Host.self), repeat cursor.take((each Value).self))
    }
  }

  /// Creates a function of the main actor that fills objects of a class.
  init<Host: AnyObject, each Value>(
    fillingOnMainActor host: Host.Type, _ arguments: [Argument], at location: CodeLocation?,
    _ fill: @escaping @MainActor (Host, repeat each Value) throws -> Void
  ) {
    let count = arguments.count
    self.init(host, .onMainActor, location, arguments) { cursor, address in
      try cursor.createProperties(count)
      let given = UnsafeTransfer(
        (address.value(as: Host.self), (repeat cursor.take((each Value).self))))
      try callOnMainActor { try fill(given.value.0, repeat each given.value.1) }
    }
  }

  // MARK: Methods

  /// Creates a maker from a method, called on the object of the class that declares it.
  package init<Host: AnyObject, each Value, Product>(
    method: @escaping (Host) -> (repeat each Value) throws -> Product,
    _ arguments: [Argument], at location: CodeLocation?
  ) {
    self.init(Product.self, .anywhere, location, host: Host.self, arguments) { cursor, address in
      let host = try cursor.ownerObject(as: Host.self)
      try cursor.create()
      address.initialize(to: try method(host)(repeat cursor.take((each Value).self)))
    }
  }

  /// Creates a maker from a method of the main actor.
  package init<Host: AnyObject, each Value, Product>(
    methodOfMainActor method:
      @escaping (Host) ->
      @MainActor (repeat each Value) throws ->
      Product,
    _ arguments: [Argument], at location: CodeLocation?
  ) {
    self.init(Product.self, .onMainActor, location, host: Host.self, arguments) { cursor, address in
      let call = method(try cursor.ownerObject(as: Host.self))
      try cursor.create()
      let given = UnsafeTransfer((repeat cursor.take((each Value).self)))
      address.initialize(to: try callOnMainActor { try call(repeat each given.value) })
    }
  }
}

// MARK: The main actor

/// Calls a function of the main actor. The current thread must be on the main actor.
private func callOnMainActor<Product>(_ make: @MainActor () throws -> Product) rethrows -> Product {
  try MainActor.assumeIsolated { try UnsafeTransfer(make()) }.value
}
