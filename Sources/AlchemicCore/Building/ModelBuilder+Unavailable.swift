// Forms that are easily mistaken for a registration. Each has a message with the correct form.

extension ModelBuilder {
  /// Unavailable: a registration takes the function that creates the object.
  @available(
    *, unavailable,
    message: "write a function that creates it, register { Foo() }, or its label, object: foo"
  )
  public func register<Product>(
    _ object: Product, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {}

  /// Unavailable: pass a function without a label as the first argument.
  @available(
    *, unavailable,
    message: """
      write the function first, register(Foo.init, .template), or an object with its label, object:
      """
  )
  public func register<Function>(
    _ option: FactoryOption, _ make: Function, fileID: StaticString = #fileID, line: UInt = #line
  ) {}

  /// Unavailable: pass a function without a label as the first argument.
  @available(
    *, unavailable,
    message: """
      write the function first, register(Foo.init, .template), or an object with its label, object:
      """
  )
  public func register<Function>(
    _ option: FactoryOption, _ other: FactoryOption, _ make: Function,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {}

  /// Unavailable: the closure determines the type of the product.
  @available(
    *, unavailable, message: "write the type in the closure, register { Disk() as any Store }"
  )
  public func register<Type, each Argument, Product>(
    _ type: Type.Type, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: (repeat each Argument) async throws -> Product
  ) {}

  /// Unavailable: pass as many sources as the function has arguments.
  @available(
    *, unavailable,
    message: "write one source for each argument, in order and of its type, or no source at all"
  )
  public func register<Function, First, each Source>(
    _ make: Function, _ first: ValueSource<First>, _ more: repeat ValueSource<each Source>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {}
}

// In Swift 5 mode, the compiler converts a function of the main actor to a function for any thread,
// with a warning. The function would then run on any thread. With these forms, each beside the one
// that it resembles, the call is ambiguous and does not compile. The compiler's note shows the last
// line of their documentation.

extension ModelBuilder {
  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<First, Second, each Argument, Product>(
    _ make: @escaping @isolated(any) (First, Second, repeat each Argument) throws -> Product,
    _ first: ValueSource<First>, _ second: ValueSource<Second>,
    _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<Argument, Product>(
    _ make: @escaping @isolated(any) (Argument) throws -> Product, _ source: ValueSource<Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }
}

extension FunctionRegistering where Self == ModelBuilder {
  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<Argument, Product>(
    _ make: @escaping @isolated(any) (consuming Argument) throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<First, Second, Product>(
    _ make: @escaping @isolated(any) (consuming First, consuming Second) throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<First, Second, Third, each Argument, Product>(
    _ make:
      @escaping @isolated(any) (
        consuming First, consuming Second, consuming Third, repeat each Argument
      ) throws -> Product,
    fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<Argument, Product>(
    _ make: @escaping @isolated(any) (consuming Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<First, Second, Product>(
    _ make: @escaping @isolated(any) (consuming First, consuming Second) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }

  /// For Swift 5 mode: write `register { @MainActor (title: String) in Screen(title: title) }`.
  @available(swift, obsoleted: 6)
  public func register<First, Second, Third, each Argument, Product>(
    _ make:
      @escaping @isolated(any) (
        consuming First, consuming Second, consuming Third, repeat each Argument
      ) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) { stopInSwift5() }
}

extension AnyFunctionRegistering {
  /// For Swift 5 mode: write `register { @MainActor in Screen() }`.
  @available(swift, obsoleted: 6)
  public func register<each Argument, Product>(
    _ make: @escaping @isolated(any) (repeat each Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) where Self == ModelBuilder { stopInSwift5() }
}

private func stopInSwift5() -> Never {
  fatalError("in Swift 5 mode, write a closure: register { @MainActor in Screen() }")
}
