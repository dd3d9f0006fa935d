// What only the main actor may call, and what has to be awaited. The compiler chooses by the
// function.

extension ModelBuilder {
  /// Declares an object that a function of the main actor makes; its arguments are found by their
  /// types.
  ///
  /// ```swift
  /// model.register(Screen.init)
  /// model.register { @MainActor (ledger: Ledger) in Screen(of: ledger) }
  /// ```
  ///
  /// It is made on the main actor: by a start there, by `try await Alchemic.start()` anywhere, by a
  /// request there or by `AcGetAsync`.
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - options: How the factory lives and how it is found.
  public func register<each Argument, Product>(
    _ make: @escaping @MainActor (repeat each Argument) throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, Maker(ofMainActor: make, searchedArguments(repeat (each Argument).self)),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Declares an object that a closure of the main actor makes, with options before it.
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: @escaping @MainActor (repeat each Argument) throws -> Product
  ) {
    add(
      [option] + more, Maker(ofMainActor: make, searchedArguments(repeat (each Argument).self)),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Declares an object that a function of the main actor makes, and where each of its arguments
  /// comes from.
  public func register<First, each Argument, Product>(
    _ make: @escaping @MainActor (First, repeat each Argument) throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, Maker(ofMainActor: make, arguments(first, repeat each sources)),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Declares an object that an asynchronous function makes; its arguments are found by their
  /// types.
  ///
  /// ```swift
  /// model.register(Connection.open)
  /// model.register { (config: Config) in try await Feed(from: config.url) }
  /// ```
  ///
  /// A singleton is awaited by `try await Alchemic.start()`; once it is there, everybody can read
  /// it. One that is lazy, and every template, is made by `AcGetAsync`.
  ///
  /// - Parameters:
  ///   - make: Makes one object, on the actor to which it belongs. What it throws reaches the one
  ///     who asked.
  ///   - options: How the factory lives and how it is found.
  public func register<each Argument, Product>(
    _ make: @escaping (repeat each Argument) async throws -> Product,
    _ options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, Maker(awaiting: make, searchedArguments(repeat (each Argument).self)),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Declares an object that an asynchronous closure makes, with options before it.
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: @escaping (repeat each Argument) async throws -> Product
  ) {
    add(
      [option] + more, Maker(awaiting: make, searchedArguments(repeat (each Argument).self)),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Declares an object that an asynchronous function makes, and where each of its arguments comes
  /// from.
  public func register<First, each Argument, Product>(
    _ make: @escaping (First, repeat each Argument) async throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, Maker(awaiting: make, arguments(first, repeat each sources)),
      at: CodeLocation(fileID: fileID, line: line))
  }
}
