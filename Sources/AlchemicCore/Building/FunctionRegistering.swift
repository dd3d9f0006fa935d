public import AlchemicRuntime

/// The forms of `ModelBuilder.register` for functions of one, two, and three or more arguments.
///
/// They have the same meaning as the form for any number, but create products faster: the first
/// three arguments are passed on without a copy. Further ones are in a parameter pack, which is
/// copied.
///
/// They are in the extension of a protocol, so that the compiler prefers the form without arguments
/// if a class has several initializers.
public protocol FunctionRegistering: AnyFunctionRegistering {}

extension ModelBuilder: FunctionRegistering {}

extension FunctionRegistering where Self == ModelBuilder {
  /// Declares a product that an initializer or another function creates. Arguments are resolved by
  /// type.
  ///
  /// ```swift
  /// model.register(Clock.init)
  /// model.register { Till(currency: "EUR") }
  /// ```
  ///
  /// - Parameter make: Creates one product. The caller of the request receives its errors.
  @inlinable
  public func register<Argument, Product>(
    _ make: __shared sending @escaping (consuming Argument) throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, nil, make, in: fileID, at: line)
  }

  /// Declares a product that a function of two arguments creates.
  @inlinable
  public func register<First, Second, Product>(
    _ make: __shared sending @escaping (consuming First, consuming Second) throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, nil, make, in: fileID, at: line)
  }

  /// Declares a product that a function of three or more arguments creates.
  @inlinable
  public func register<First, Second, Third, each Argument, Product>(
    _ make:
      __shared sending @escaping (
        consuming First, consuming Second, consuming Third, repeat each Argument
      )
      throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, nil, make, in: fileID, at: line)
  }

  /// Declares a product that an initializer or another function creates, with options after it.
  ///
  /// - Parameters:
  ///   - make: Creates one product. The caller of the request receives its errors.
  ///   - options: Options of the factory, for example its lifetime or its name.
  @inlinable
  public func register<Argument, Product>(
    _ make: __shared sending @escaping (consuming Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, options, make, in: fileID, at: line)
  }

  /// Declares a product that a function of two arguments creates, with options after it.
  @inlinable
  public func register<First, Second, Product>(
    _ make: __shared sending @escaping (consuming First, consuming Second) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, options, make, in: fileID, at: line)
  }

  /// Declares a product that a function of three or more arguments creates, with options after
  /// it.
  @inlinable
  public func register<First, Second, Third, each Argument, Product>(
    _ make:
      __shared sending @escaping (
        consuming First, consuming Second, consuming Third, repeat each Argument
      )
      throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.add(nil, options, make, in: fileID, at: line)
  }

  /// Declares a product that a closure creates. Its arguments are resolved by type.
  ///
  /// ```swift
  /// model.register(AcTemplate()) { (ledger: Ledger) in Page(of: ledger) }
  /// ```
  ///
  /// The closure runs on the thread that first requests the product, so its captured values must be
  /// safe to use there. If the closure returns an optional, the product has the wrapped type. The
  /// closure may return nil if the factory is `.nillable`.
  ///
  /// - Parameters:
  ///   - option: An option of the factory, for example its lifetime or its name.
  ///   - more: Further options.
  ///   - make: Creates one product. The caller of the request receives its errors.
  @inlinable
  public func register<Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: __shared sending @escaping (consuming Argument) throws -> Product
  ) {
    self.add(option, more, make, in: fileID, at: line)
  }

  /// Declares a product that a closure of two arguments creates, with options before it.
  @inlinable
  public func register<First, Second, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line,
    make: __shared sending @escaping (consuming First, consuming Second) throws -> Product
  ) {
    self.add(option, more, make, in: fileID, at: line)
  }

  /// Declares a product that a closure of three or more arguments creates, with options before it.
  @inlinable
  public func register<First, Second, Third, each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line,
    make:
      __shared sending @escaping (
        consuming First, consuming Second, consuming Third, repeat each Argument
      )
      throws -> Product
  ) {
    self.add(option, more, make, in: fileID, at: line)
  }

  // What the forms for a number of arguments have in common.

  @inlinable @inline(__always)
  func add<Argument, Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?,
    _ make: __shared sending @escaping (consuming Argument) throws -> Product,
    in fileID: StaticString, at line: UInt
  ) {
    self.add(option, more, of: Product.self, from: Argument.self, in: fileID, at: line) {
      arguments, memory in
      try arguments.create()
      memory.initialize(to: try make(arguments.take(Argument.self)))
    }
  }

  @inlinable @inline(__always)
  func add<First, Second, Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?,
    _ make: __shared sending @escaping (consuming First, consuming Second) throws -> Product,
    in fileID: StaticString, at line: UInt
  ) {
    self.add(option, more, of: Product.self, from: First.self, Second.self, in: fileID, at: line) {
      arguments, memory in
      try arguments.create()
      memory.initialize(to: try make(arguments.take(First.self), arguments.take(Second.self)))
    }
  }

  @inlinable @inline(__always)
  func add<First, Second, Third, each Argument, Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?,
    _ make:
      __shared sending @escaping (
        consuming First, consuming Second, consuming Third, repeat each Argument
      )
      throws -> Product,
    in fileID: StaticString, at line: UInt
  ) {
    self.add(
      option, more, of: Product.self, from: First.self, Second.self, Third.self,
      repeat (each Argument).self, in: fileID, at: line
    ) { arguments, memory in
      try arguments.create()
      memory.initialize(
        to: try make(
          arguments.take(First.self), arguments.take(Second.self), arguments.take(Third.self),
          repeat arguments.take((each Argument).self)))
    }
  }
}
