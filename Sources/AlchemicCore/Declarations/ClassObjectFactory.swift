/// What a managed class says of itself, while the model is built.
///
/// ``AlchemicManaged/alchemic(_:)`` receives one and hands it to `AcRegister` and `AcInitializer`.
public final class ClassObjectFactory {
  /// The class that is being declared.
  @exclusivity(unchecked) public private(set) var type: AnyClass
  /// The class as one that makes itself, or nil if it is none; nil if that is not known.
  @exclusivity(unchecked) private var creatable: (any AlchemicCreatable.Type)??
  /// Nil as long as nothing was said.
  private var declared: DetailedDeclaration?
  private(set) var methods: [DetailedDeclaration] = []

  init(_ type: AnyClass) { self.type = type }

  /// Begins the declaration of a class of which it was looked whether it makes itself; nothing was
  /// said before.
  func begin(_ type: AnyClass, creatable: (any AlchemicCreatable.Type)?) {
    self.type = type
    self.creatable = .some(creatable)
  }

  /// Whether the class has said anything.
  var hasDeclared: Bool { declared != nil }

  /// What is said of the class.
  var declaration: DetailedDeclaration {
    if let declared { return declared }
    let declaration = DetailedDeclaration(product: type, origin: .ofClass, creatable: creatable)
    declared = declaration
    return declaration
  }

  /// Gives the class's factory its options.
  ///
  /// - Parameters:
  ///   - options: How the factory lives and how it is found.
  ///   - location: Where the user wrote it.
  public func register(_ options: [FactoryOption], at location: CodeLocation) {
    declaration.add(DetailedDeclaration.Call(options: options, location: location))
  }

  /// Names what makes the objects.
  ///
  /// - Parameter location: Where the user wrote it; nil if it was not the user.
  package func initialize(with maker: consuming Maker, at location: CodeLocation?) {
    maker.location = location
    declaration.add(maker)
  }

  /// Names what makes the objects, as the module that declares them has compiled the call; the
  /// arguments are found by their types.
  @usableFromInline
  package func initialize<each Argument, Product>(
    by make: @escaping MakeInPlace, of product: Product.Type,
    from types: repeat (each Argument).Type, at location: CodeLocation
  ) {
    initialize(with: Maker(of: product, searchedArguments(repeat each types), make), at: location)
  }

  /// The same, with a source for each argument.
  @usableFromInline
  package func initialize<each Argument, Product>(
    by make: @escaping MakeInPlace, of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, at location: CodeLocation
  ) {
    initialize(with: Maker(of: product, arguments(repeat each sources), make), at: location)
  }

  /// Adds a factory that calls a method of the class.
  ///
  /// - Parameters:
  ///   - maker: Calls the method.
  ///   - options: How the product lives and how it is found.
  ///   - location: Where the user wrote it.
  package func addMethod(
    _ maker: consuming Maker, _ options: [FactoryOption], at location: CodeLocation
  ) {
    maker.location = location
    methods.append(
      DetailedDeclaration(
        product: maker.product, origin: .method, maker: maker,
        call: DetailedDeclaration.Call(options: options, location: location), owner: declaration))
  }
}
