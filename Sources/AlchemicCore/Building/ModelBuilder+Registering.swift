// What any thread may make.

extension ModelBuilder {
  /// Declares an object that a closure makes; its arguments, if it has any, are found by their
  /// types.
  ///
  /// ```swift
  /// model.register(AcFactoryName("base currency")) { "EUR" }
  /// model.register(AcTemplate()) { (ledger: Ledger) in Page(of: ledger) }
  /// ```
  ///
  /// The closure runs on the thread that needs the object first; whatever it captures must stand
  /// that. One that returns an optional makes objects of the type in it, and may return nil if the
  /// factory is `AcNillable()`.
  ///
  /// - Parameters:
  ///   - option: How the factory lives or how it is found.
  ///   - more: More of that.
  ///   - make: Makes one object. What it throws reaches the one who asked.
  @inlinable
  public func register<each Argument, Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: sending @escaping (repeat each Argument) throws -> Product
  ) {
    add(
      [option] + more, of: Product.self, from: repeat (each Argument).self,
      at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      memory.initializeMemory(
        as: Product.self, to: try make(repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares an object that a function makes, whose arguments are found by their types: an
  /// initializer, or a closure.
  ///
  /// ```swift
  /// model.register(Clock.init)
  /// model.register { Till(currency: "EUR") }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - options: How the factory lives and how it is found.
  @inlinable
  public func register<each Argument, Product>(
    _ make: sending @escaping (repeat each Argument) throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, from: repeat (each Argument).self,
      at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      memory.initializeMemory(
        as: Product.self, to: try make(repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares an object that a function without arguments makes.
  ///
  /// The same as for a function with arguments, and compiled faster: there is nothing to be found.
  /// Where a class has several initializers, `Till.init` is the one without arguments.
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - options: How the factory lives and how it is found.
  public func register<Product>(
    _ make: sending @escaping () throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(options, Maker(make, location: location), at: location)
  }

  /// Declares an object that a closure without arguments makes, with options before it.
  ///
  /// - Parameters:
  ///   - option: How the factory lives or how it is found.
  ///   - more: More of that.
  ///   - make: Makes one object. What it throws reaches the one who asked.
  public func register<Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: sending @escaping () throws -> Product
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add([option] + more, Maker(make, location: location), at: location)
  }

  /// Declares an object that a function makes, and where each of its arguments comes from.
  ///
  /// ```swift
  /// model.register(Till.init(currency:drawers:), AcName("base currency"), AcInt(3), options: AcLazy())
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes one object. What it throws reaches the one who asked.
  ///   - first: Where the first argument comes from.
  ///   - sources: One for each further argument: a search or a constant.
  ///   - options: How the factory lives and how it is found.
  @inlinable
  public func register<First, each Argument, Product>(
    _ make: sending @escaping (First, repeat each Argument) throws -> Product,
    _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, with: first, repeat each sources,
      at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      memory.initializeMemory(
        as: Product.self,
        to: try make(
          arguments.next(First.self), repeat try arguments.next((each Argument).self)))
    }
  }

  /// Declares a type whose objects are made elsewhere and given to the model: with
  /// `AcReference()`.
  ///
  /// - Parameters:
  ///   - type: What the factory gives; a class, a protocol or a value type.
  ///   - options: How the factory lives and how it is found.
  public func register<Product>(
    _ type: Product.Type, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    let declaration = DetailedDeclaration(
      product: type, origin: .code,
      call: DetailedDeclaration.Call(options: options, location: location))
    declaration.declaringFunction = nil
    declarations.append(.detailed(declaration))
  }

  // The closure is all that each registration compiles for itself.

  /// Adds a function whose arguments are found by their types.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    from types: repeat (each Argument).Type, at location: CodeLocation,
    by make: @escaping MakeInPlace
  ) {
    add(
      options, Maker(of: product, searchedArguments(repeat each types), location: location, make),
      at: location)
  }

  /// Adds a function with a source for each argument.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, at location: CodeLocation,
    by make: @escaping MakeInPlace
  ) {
    add(
      options, Maker(of: product, arguments(repeat each sources), location: location, make),
      at: location)
  }

  func add(_ options: [FactoryOption], _ maker: consuming Maker, at location: CodeLocation) {
    guard options.isEmpty, maker.product != Void.self else {
      let declaration = DetailedDeclaration(
        product: maker.product, origin: .code, maker: consume maker,
        call: DetailedDeclaration.Call(options: options, location: location))
      return declarations.append(.detailed(declaration))
    }
    declarations.append(.function(consume maker))
  }
}
