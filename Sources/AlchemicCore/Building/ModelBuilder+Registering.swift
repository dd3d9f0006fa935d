public import AlchemicRuntime

// Functions that any thread may call.

extension ModelBuilder {
  /// Declares a product that a function without arguments creates.
  ///
  /// If a class has several initializers, `Till.init` selects the one without arguments.
  ///
  /// - Parameter make: Creates one product. The caller of the request receives its errors.
  @inlinable
  public func register<Product>(
    _ make: __shared sending @escaping () throws -> Product, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    add(nil, nil, make, in: fileID, at: line)
  }

  /// Declares a product that a function without arguments creates, with options after it.
  ///
  /// - Parameters:
  ///   - make: Creates one product. The caller of the request receives its errors.
  ///   - options: Options of the factory, for example its lifetime or its name.
  @inlinable
  public func register<Product>(
    _ make: __shared sending @escaping () throws -> Product, _ options: FactoryOption...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    add(nil, options, make, in: fileID, at: line)
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
    add(option, more, make, in: fileID, at: line)
  }

  @inlinable @inline(__always)
  func add<Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?,
    _ make: __shared sending @escaping () throws -> Product, in fileID: StaticString, at line: UInt
  ) {
    add(option, more, of: Product.self, in: fileID, at: line) { _, memory in
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
      options, of: Product.self, with: first, second, repeat each sources, in: fileID, at: line
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
    add(options, of: Product.self, with: source, in: fileID, at: line) { arguments, memory in
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
  // with the square of the values that the calls in a function own, so they own few: there are
  // forms without a list of options, these functions join the lists, and closures are `__shared`,
  // since the public `borrowing` cannot be combined with `sending`.

  /// Adds a function without arguments.
  @usableFromInline
  func add<Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?, of product: Product.Type,
    in fileID: StaticString, at line: UInt, by make: @escaping MakeInPlace
  ) {
    add(option, more, of: product, [], CodeLocation(fileID: fileID, line: line), make)
  }

  /// Adds a function whose arguments are resolved by their types.
  @usableFromInline
  func add<each Argument, Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?, of product: Product.Type,
    from types: repeat (each Argument).Type, in fileID: StaticString, at line: UInt,
    by make: @escaping MakeInPlace
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(option, more, of: product, searching(repeat each types), location, make)
  }

  /// Adds a function with a source for each argument.
  @usableFromInline
  func add<each Argument, Product>(
    _ options: [FactoryOption], of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, in fileID: StaticString, at line: UInt,
    by make: @escaping MakeInPlace
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    add(nil, options, of: product, arguments(repeat each sources), location, make)
  }

  @inline(never)
  private func add<Product>(
    _ option: FactoryOption?, _ more: [FactoryOption]?, of product: Product.Type,
    _ arguments: [Argument], _ location: CodeLocation, _ make: @escaping MakeInPlace
  ) {
    if let lifetime = lifetime(option, more),
      let function = ShortFunction(product, lifetime, location, arguments, make)
    {
      requireUnbuilt(for: product, at: location)
      declarations.append(.function(function))
    } else {
      add(option, more, Maker(of: product, arguments, at: location, make))
    }
  }

  /// Adds a function as a detailed declaration.
  func add(_ option: FactoryOption?, _ more: [FactoryOption]?, _ maker: Maker) {
    requireUnbuilt(for: maker.product, at: maker.location)
    let options = (option.map { [$0] } ?? []) + (more ?? [])
    append(DetailedDeclaration(maker, origin: .code, options))
  }
}

/// Returns the lifetime of a declaration whose options set nothing else; nil for other options.
@inline(__always)
private func lifetime(_ option: FactoryOption?, _ more: [FactoryOption]?) -> Lifetime? {
  let kinds: FactoryOption.Kinds
  switch (option, more?.count ?? 0) {
  case (nil, 0): return .singleton
  case (let option?, 0): kinds = FactoryOption.Kinds(option.kind)
  case (nil, 1): kinds = FactoryOption.Kinds(more.unsafelyUnwrapped[0].kind)
  default: return nil
  }
  return kinds == .template ? .template : nil
}
