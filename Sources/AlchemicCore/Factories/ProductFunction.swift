import AlchemicRuntime

/// Creates a product in memory, from the arguments of a cursor.
///
/// The product's type is no part of this type: a function that returned it would hand it on from
/// one form to another, by code that looks up types at each call.
@usableFromInline
package typealias MakeInPlace = (inout ArgumentCursor, UnsafeMutableRawPointer) throws -> Void

/// The function by which a factory creates its products.
package enum ProductFunction {
  /// There is none: the factory is given its objects.
  case none
  case atOnce(MakeInPlace)
  /// It may return nil: then it leaves the memory uninitialised and returns false.
  case optional((inout ArgumentCursor, UnsafeMutableRawPointer) throws -> Bool)
  /// It has to be awaited; it too returns whether there is a product.
  case awaited((inout ArgumentCursor, UnsafeMutableRawPointer) async throws -> Bool)
}

/// A function that creates products, and where its arguments come from: what a declaration says of
/// it.
package struct Maker {
  /// The type of the products. A function that may return nil makes products of the type that its
  /// result wraps.
  let product: Any.Type
  let making: FactoryFacts.Making
  /// Where the user declared it; nil if it was not the user.
  var location: CodeLocation?
  /// The class of the method that makes the product; nil if no object is needed.
  let host: Any.Type?
  let arguments: [Argument]
  let function: ProductFunction

  private init(
    _ product: Any.Type, _ making: FactoryFacts.Making, host: Any.Type?, _ arguments: [Argument],
    _ function: ProductFunction
  ) {
    self.product = product
    self.making = making
    self.host = host
    self.arguments = arguments
    self.function = function
  }
}

// MARK: Arguments

/// The arguments of a function for which nothing is said: each is searched by its type.
@inline(never)
package func searchedArguments<each Value>(_ types: repeat (each Value).Type) -> [Argument] {
  var arguments: [Argument] = []
  repeat arguments.append(Argument(searching: each types))
  Argument.number(arguments)
  return arguments
}

/// The arguments of a function with a source for each.
@inline(never)
package func arguments<each Value>(_ sources: repeat ValueSource<each Value>) -> [Argument] {
  var arguments: [Argument] = []
  repeat arguments.append(Argument(each sources))
  Argument.number(arguments)
  return arguments
}

// MARK: Functions

extension Maker {
  /// A function that any thread may call, as the module that declares it has compiled the call.
  package init<Product>(
    of product: Product.Type, _ arguments: [Argument], _ make: @escaping MakeInPlace
  ) {
    self.init(product, .anywhere, arguments, make)
  }

  /// A function that any thread may call.
  package init<each Value, Product>(
    _ make: @escaping (repeat each Value) throws -> Product, _ arguments: [Argument]
  ) {
    self.init(of: Product.self, arguments) { cursor, address in
      address.initializeMemory(
        as: Product.self, to: try make(repeat try cursor.next((each Value).self)))
    }
  }

  /// A function without arguments that any thread may call.
  package init<Product>(_ make: @escaping () throws -> Product) {
    self.init(of: Product.self, []) { _, address in
      address.assumingMemoryBound(to: Product.self).initialize(to: try make())
    }
  }

  /// A function of the main actor.
  package init<each Value, Product>(
    ofMainActor make: @escaping @MainActor (repeat each Value) throws -> Product,
    _ arguments: [Argument]
  ) {
    self.init(Product.self, .onMainActor, arguments) { cursor, address in
      let given = UnsafeTransfer((repeat try cursor.next((each Value).self)))
      address.initializeMemory(
        as: Product.self, to: try callOnMainActor { try make(repeat each given.value) })
    }
  }

  /// An asynchronous function.
  package init<each Value, Product>(
    awaiting make: @escaping (repeat each Value) async throws -> Product,
    _ arguments: [Argument]
  ) {
    self.init(awaited: Product.self, arguments) { cursor in
      try await make(repeat try await cursor.nextAwaiting((each Value).self))
    }
  }

  // MARK: Methods

  /// A method, called on the object of the class that declares it.
  package init<Host: AnyObject, each Value, Product>(
    method: @escaping (Host) -> (repeat each Value) throws -> Product,
    _ arguments: [Argument]
  ) {
    self.init(Product.self, .anywhere, host: Host.self, arguments) { cursor, address in
      let host = try cursor.ownerObject(as: Host.self)
      address.initializeMemory(
        as: Product.self, to: try method(host)(repeat try cursor.next((each Value).self)))
    }
  }

  /// A method of the main actor.
  package init<Host: AnyObject, each Value, Product>(
    methodOfMainActor method:
      @escaping (Host) ->
      @MainActor (repeat each Value) throws ->
      Product,
    _ arguments: [Argument]
  ) {
    self.init(Product.self, .onMainActor, host: Host.self, arguments) { cursor, address in
      let call = method(try cursor.ownerObject(as: Host.self))
      let given = UnsafeTransfer((repeat try cursor.next((each Value).self)))
      address.initializeMemory(
        as: Product.self, to: try callOnMainActor { try call(repeat each given.value) })
    }
  }

  /// An asynchronous method.
  package init<Host: AnyObject, each Value, Product>(
    awaitingMethod method: @escaping (Host) -> (repeat each Value) async throws -> Product,
    _ arguments: [Argument]
  ) {
    self.init(awaited: Product.self, host: Host.self, arguments) { cursor in
      let host = try await cursor.ownerObjectAwaiting(as: Host.self)
      return try await method(host)(repeat try await cursor.nextAwaiting((each Value).self))
    }
  }

  // MARK: Functions that may return nil

  private init<Product>(
    _ product: Product.Type, _ making: FactoryFacts.Making, host: Any.Type? = nil,
    _ arguments: [Argument], _ make: @escaping MakeInPlace
  ) {
    let optional = optionalProduct(product)
    self.init(
      optional?.objectType ?? product, making, host: host, arguments,
      optional?.atOnce(make) ?? .atOnce(make))
  }

  private init<Product>(
    awaited product: Product.Type, host: Any.Type? = nil,
    _ arguments: [Argument], _ make: @escaping (inout ArgumentCursor) async throws -> Product
  ) {
    let optional = optionalProduct(product)
    self.init(
      optional?.objectType ?? product, .awaited, host: host, arguments,
      .awaited { cursor, address in
        let product = try await make(&cursor)
        if let optional { return optional.unwrap(product, to: address) }
        address.initializeMemory(as: Product.self, to: product)
        return true
      })
  }
}

/// The result of a function that may return nil: it makes objects of the type that it wraps.
private protocol OptionalProduct {
  static var objectType: Any.Type { get }
  /// Moves what an optional wraps into memory; false if it is nil.
  static func unwrap(_ product: Any, to address: UnsafeMutableRawPointer) -> Bool
  /// The function that tells whether there is a product, around one that creates an optional.
  static func atOnce(_ make: @escaping MakeInPlace) -> ProductFunction
}

extension Optional: OptionalProduct {
  fileprivate static var objectType: Any.Type { Wrapped.self }

  fileprivate static func unwrap(_ product: Any, to address: UnsafeMutableRawPointer) -> Bool {
    // The function's own result is of its own type.
    guard let product = product as! Self else { return false }
    address.initializeMemory(as: Wrapped.self, to: product)
    return true
  }

  fileprivate static func atOnce(_ make: @escaping MakeInPlace) -> ProductFunction {
    .optional { cursor, address in
      try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { result in
        let result = result.baseAddress.unsafelyUnwrapped
        try make(&cursor, UnsafeMutableRawPointer(result))
        guard let product = result.move() else { return false }
        address.initializeMemory(as: Wrapped.self, to: product)
        return true
      }
    }
  }
}

private func optionalProduct<Product>(_ product: Product.Type) -> (any OptionalProduct.Type)? {
  TypeKind.isOptional(product) ? product as? any OptionalProduct.Type : nil
}

// MARK: The main actor

/// Calls a function of the main actor, on its thread.
private func callOnMainActor<Product>(_ make: @MainActor () throws -> Product) rethrows -> Product {
  try MainActor.assumeIsolated { try UnsafeTransfer(make()) }.value
}
