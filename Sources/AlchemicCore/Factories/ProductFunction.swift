public import AlchemicRuntime

/// Creates a product in memory, from the arguments of a cursor.
///
/// The product's type is not part of this type. Otherwise, each call would convert the result from
/// one representation to another, by code that looks up types.
@usableFromInline
package typealias MakeInPlace = (inout ArgumentCursor, ValueAddress) throws -> Void

/// The function with which a factory creates its products.
package enum ProductFunction {
  /// No function: `AcSet` supplies the objects.
  case none
  case atOnce(MakeInPlace)
  /// A function that may return nil. It then leaves the memory uninitialised and returns false.
  case optional((inout ArgumentCursor, ValueAddress) throws -> Bool)
  /// An asynchronous function. It also returns whether there is a product.
  case awaited((inout ArgumentCursor, ValueAddress) async throws -> Bool)
}

extension ProductFunction {
  /// Returns the same function, which calls another one first.
  func observed(by observer: @escaping @Sendable () -> Void) -> ProductFunction {
    switch self {
    case .none: .none
    case .atOnce(let make):
      .atOnce { cursor, address in
        observer()
        try make(&cursor, address)
      }
    case .optional(let make):
      .optional { cursor, address in
        observer()
        return try make(&cursor, address)
      }
    case .awaited(let make):
      .awaited { cursor, address in
        observer()
        return try await make(&cursor, address)
      }
    }
  }
}

extension ProductFunction {
  /// Returns the same function, which then fills the created object with the values of the next
  /// arguments. If that throws, there is no object.
  func filling(_ fill: @escaping MakeInPlace) -> ProductFunction {
    func complete(_ cursor: inout ArgumentCursor, _ address: ValueAddress) throws {
      do { try fill(&cursor, address) } catch {
        // A class object, and an existential of one, begin with the reference.
        _ = address.move(as: AnyObject.self)
        throw error
      }
    }
    return switch self {
    case .none: .none
    case .atOnce(let make):
      .atOnce { cursor, address in
        try make(&cursor, address)
        try complete(&cursor, address)
      }
    case .optional(let make):
      .optional { cursor, address in
        guard try make(&cursor, address) else { return false }
        try complete(&cursor, address)
        return true
      }
    case .awaited(let make):
      .awaited { cursor, address in
        guard try await make(&cursor, address) else { return false }
        try complete(&cursor, address)
        return true
      }
    }
  }
}

/// A function that creates products, with its arguments.
struct ArgumentedFunction {
  let function: ProductFunction
  let arguments: [Argument]

  init(_ function: ProductFunction, _ arguments: [Argument]) {
    (self.function, self.arguments) = (function, arguments)
  }

  /// Returns the same function, which then fills the object with further arguments.
  @inline(never)
  func filled(by filler: ProductFunction, _ more: [Argument]) -> ArgumentedFunction {
    guard case .atOnce(let fill) = filler else { return self }
    let added = more.enumerated().map { number, argument in
      Argument(copying: argument, as: .property, at: arguments.count + number)
    }
    return ArgumentedFunction(function.filling(fill), arguments + added)
  }
}

/// A declared function that creates products, with the sources of its arguments.
package struct Maker {
  /// The type of the products. For a function that returns an optional, this is the wrapped type.
  let product: Any.Type
  let making: FactoryFacts.Making
  /// The source location; nil if the user did not write the declaration.
  let location: CodeLocation?
  /// The class whose method creates the product; nil if no object is needed.
  let host: Any.Type?
  let arguments: [Argument]
  let function: ProductFunction

  @inline(__always)
  init(
    _ product: Any.Type, _ making: FactoryFacts.Making, _ location: CodeLocation?, host: Any.Type?,
    _ arguments: [Argument], _ function: ProductFunction
  ) {
    self.product = product
    self.making = making
    self.location = location
    self.host = host
    self.arguments = arguments
    self.function = function
  }

  /// Whether callers must pass arguments, so that the factory is a template.
  var takesArguments: Bool { !arguments.isEmpty && arguments.takeArguments }
}

// MARK: Arguments

/// Returns arguments for which the model searches by type.
@inline(never)
package func searching<each Value>(_ types: repeat (each Value).Type) -> [Argument] {
  var arguments: [Argument] = []
  repeat arguments.append(Argument(searching: each types, at: arguments.count))
  return arguments
}

/// Returns arguments that come from the given sources.
@inline(never)
package func arguments<each Value>(_ sources: repeat ValueSource<each Value>) -> [Argument] {
  var arguments: [Argument] = []
  repeat arguments.append(Argument(each sources, at: arguments.count))
  return arguments
}

// MARK: Functions that may return nil

extension Maker {
  /// Creates a maker from a function for any thread. The module that declares it compiles it.
  @inline(__always)
  init<Product>(
    of product: Product.Type, _ arguments: [Argument], at location: CodeLocation?,
    _ make: @escaping MakeInPlace
  ) {
    self.init(product, .anywhere, location, arguments, make)
  }

  /// Creates a maker from a function in memory, whose result may be an optional.
  init<Product>(
    _ product: Product.Type, _ making: FactoryFacts.Making, _ location: CodeLocation?,
    host: Any.Type? = nil, _ arguments: [Argument], _ make: @escaping MakeInPlace
  ) {
    let optional = optionalProduct(product)
    self.init(
      optional?.objectType ?? product, making, location, host: host, arguments,
      optional?.atOnce(make) ?? .atOnce(make))
  }
}

/// An optional as the result of a function, whose products are of the wrapped type.
protocol OptionalProduct {
  static var objectType: Any.Type { get }
  /// Initialises memory with the wrapped value of an optional; returns false if it is nil.
  static func unwrap(_ product: Any, to address: ValueAddress) -> Bool
  /// Returns a function that reports whether there is a product, from one that creates an optional.
  static func atOnce(_ make: @escaping MakeInPlace) -> ProductFunction
}

extension Optional: OptionalProduct {
  static var objectType: Any.Type { Wrapped.self }

  static func unwrap(_ product: Any, to address: ValueAddress) -> Bool {
    // The caller passes the function's result, whose type is `Self`.
    guard let product = product as! Self else { return false }
    address.initialize(to: product)
    return true
  }

  static func atOnce(_ make: @escaping MakeInPlace) -> ProductFunction {
    .optional { cursor, address in
      try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { result in
        let result = result.baseAddress.unsafelyUnwrapped
        try make(&cursor, ValueAddress(of: result))
        guard let product = result.move() else { return false }
        address.initialize(to: product)
        return true
      }
    }
  }
}

@inline(__always)
func optionalProduct<Product>(_ product: Product.Type) -> (any OptionalProduct.Type)? {
  TypeKind.isOptional(product) ? product as? any OptionalProduct.Type : nil
}
