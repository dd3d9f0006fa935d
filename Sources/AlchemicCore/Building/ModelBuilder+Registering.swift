public import AlchemicRuntime

// Functions that any thread may call.

extension ModelBuilder {
  /// Declares a product that a function without arguments creates.
  ///
  /// If a class has several initializers, `Till.init` selects the one without arguments.
  ///
  /// - Parameters:
  ///   - make: Creates one product. The caller of the request receives its errors.
  ///   - options: Options of the factory, for example its lifetime or its name.
  @inlinable
  public func register<Product>(
    _ make: __shared sending @escaping () throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(options, of: Product.self, at: CodeLocation(fileID: fileID, line: line)) { _, memory in
      memory.initialize(to: try make())
    }
  }

  /// Declares a product that a closure without arguments creates, with options before it.
  ///
  /// - Parameters:
  ///   - option: An option of the factory, for example its lifetime or its name.
  ///   - more: Further options.
  ///   - make: Creates one product. The caller of the request receives its errors.
  @inlinable
  public func register<Product>(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, make: __shared sending @escaping () throws -> Product
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(joined(option, more), of: Product.self, at: location) { _, memory in
      memory.initialize(to: try make())
    }
  }

  /// Declares a product that a function creates, with a source for each argument.
  ///
  /// ```swift
  /// model.register(Till.init(currency:drawers:), AcName("base"), AcInt(3), options: AcLazy())
  /// ```
  ///
  /// - Parameters:
  ///   - make: Creates one product. The caller of the request receives its errors.
  ///   - first: The source of the first argument.
  ///   - second: The source of the second argument.
  ///   - sources: The source of each further argument.
  ///   - options: Options of the factory, for example its lifetime or its name.
  @inlinable
  public func register<First, Second, each Argument, Product>(
    _ make:
      __shared sending @escaping (consuming First, consuming Second, repeat each Argument) throws ->
      Product,
    _ first: ValueSource<First>, _ second: ValueSource<Second>,
    _ sources: repeat ValueSource<each Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, with: first, second, repeat each sources,
      at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      try arguments.create()
      memory.initialize(
        to: try make(
          arguments.take(First.self), arguments.take(Second.self),
          repeat arguments.take((each Argument).self)))
    }
  }

  /// Declares a product that a function of one argument creates, with the source of the argument.
  ///
  /// The form for two or more arguments could include this one. But in code of the main actor,
  /// Swift rejects its closures of one argument.
  @inlinable
  public func register<Argument, Product>(
    _ make: __shared sending @escaping (consuming Argument) throws -> Product,
    _ source: ValueSource<Argument>,
    options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      options, of: Product.self, with: source, at: CodeLocation(fileID: fileID, line: line)
    ) { arguments, memory in
      try arguments.create()
      memory.initialize(to: try make(arguments.take(Argument.self)))
    }
  }

  /// Declares a reference: a type whose objects `AcSet` supplies. The options must contain
  /// `.reference`.
  ///
  /// - Parameters:
  ///   - type: The type of the product: a class, a protocol or a value type.
  ///   - options: Options of the factory, for example its lifetime or its name.
  public func register<Product>(
    _ type: Product.Type, _ options: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    requireUnbuilt(for: type, at: location)
    let declaration = DetailedDeclaration(
      product: type, origin: .code,
      call: DetailedDeclaration.Call(options: options, location: location))
    declaration.declaringFunction = nil
    append(declaration)
  }

  // A registration compiles only its closure into the user's module. The optimiser's time grows
  // with the square of the values that the calls in one function own. So no list is joined there,
  // and closures are `__shared`: the caller owns them. No public modifier goes with `sending`.

  /// Adds a function without arguments.
  @usableFromInline
  func add<Product>(
    _ options: [FactoryOption], of product: Product.Type, at location: CodeLocation,
    by make: @escaping MakeInPlace
  ) {
    add(options, Maker(of: product, [], at: location, make))
  }

  /// Adds a function whose arguments are resolved by their types.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    from types: repeat (each Argument).Type, at location: CodeLocation,
    by make: @escaping MakeInPlace
  ) {
    add(options, Maker(of: product, searching(repeat each types), at: location, make))
  }

  /// Adds a function with a source for each argument.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, at location: CodeLocation,
    by make: @escaping MakeInPlace
  ) {
    add(options, Maker(of: product, arguments(repeat each sources), at: location, make))
  }

  func add(_ options: [FactoryOption], _ maker: consuming Maker) {
    requireUnbuilt(for: maker.product, at: maker.location)
    let isTemplate = options.count == 1 && FactoryOption.Kinds(options[0].kind) == .template
    if options.isEmpty || isTemplate, maker.product != Void.self, !maker.takesArguments,
      let function = ShortFunction(maker, isTemplate ? .template : .singleton)
    {
      declarations.append(.function(function))
    } else {
      append(DetailedDeclaration(consume maker, origin: .code, options))
    }
  }
}

/// Returns the options of a form of `register` that requires one.
@usableFromInline
func joined(_ option: FactoryOption, _ more: [FactoryOption]) -> [FactoryOption] { [option] + more }
