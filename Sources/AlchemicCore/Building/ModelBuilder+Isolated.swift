// Functions that only the main actor may call, and asynchronous functions. The compiler selects an
// overload by the type of the function.

// The forms without sources extend `AnyFunctionRegistering`, so that the compiler prefers those of
// `FunctionRegistering`.

extension AnyFunctionRegistering {
  /// Declares a product that a function of the main actor creates. Arguments are resolved by type.
  ///
  /// ```swift
  /// model.register(Screen.init)
  /// model.register { @MainActor (ledger: Ledger) in Screen(of: ledger) }
  /// ```
  ///
  /// The model creates the product on the main actor. A start or a request on the main actor
  /// creates it directly. `AcGetAsync` and `try await Alchemic.start()` create it from any thread.
  ///
  /// - Parameters:
  ///   - make: Creates one product. The caller of the request receives its errors.
  ///   - options: Options of the factory, for example its lifetime or its name.
  public func register<each Argument, Product>(
    _ make: @escaping @MainActor (repeat each Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) where Self == ModelBuilder {
    let location = CodeLocation(fileID: fileID, line: line)
    self.add(
      nil, options, Maker(ofMainActor: make, searching(repeat (each Argument).self), at: location))
  }

  /// Declares a product that a closure of the main actor creates, with options before it.
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: @escaping @MainActor (repeat each Argument) throws -> Product
  ) where Self == ModelBuilder {
    let location = CodeLocation(fileID: fileID, line: line)
    self.add(
      option, more,
      Maker(ofMainActor: make, searching(repeat (each Argument).self), at: location))
  }

  /// Declares a product that an asynchronous function creates. Arguments are resolved by type.
  ///
  /// ```swift
  /// model.register(Connection.open)
  /// model.register { (config: Config) in try await Feed(from: config.url) }
  /// ```
  ///
  /// `try await Alchemic.start()` awaits a singleton. After that, a request for it needs no
  /// `await`. `AcGetAsync` creates templates and lazy singletons.
  ///
  /// - Parameters:
  ///   - make: Creates one product, on the actor to which it is isolated. The caller of the request
  ///     receives its errors.
  ///   - options: Options of the factory, for example its lifetime or its name.
  public func register<each Argument, Product>(
    _ make: @escaping (repeat each Argument) async throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) where Self == ModelBuilder {
    let location = CodeLocation(fileID: fileID, line: line)
    self.add(
      nil, options, Maker(awaiting: make, searching(repeat (each Argument).self), at: location))
  }

  /// Declares a product that an asynchronous closure creates, with options before it.
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: @escaping (repeat each Argument) async throws -> Product
  ) where Self == ModelBuilder {
    let location = CodeLocation(fileID: fileID, line: line)
    self.add(
      option, more, Maker(awaiting: make, searching(repeat (each Argument).self), at: location))
  }
}

extension ModelBuilder {
  /// Declares a product that a function of the main actor creates, with a source for each argument.
  public func register<First, each Argument, Product>(
    _ make: @escaping @MainActor (First, repeat each Argument) throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(nil, options, Maker(ofMainActor: make, arguments(first, repeat each sources), at: location))
  }

  /// Declares a product that an asynchronous function creates, with a source for each argument.
  public func register<First, each Argument, Product>(
    _ make: @escaping (First, repeat each Argument) async throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(nil, options, Maker(awaiting: make, arguments(first, repeat each sources), at: location))
  }
}
