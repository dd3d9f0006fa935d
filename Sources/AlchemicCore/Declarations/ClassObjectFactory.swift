import AlchemicRuntime

/// Collects the declarations of a managed class, while the model is built.
///
/// ``AlchemicManaged/alchemic(_:)`` receives one and passes it to `AcRegister` and `AcInitializer`.
public final class ClassObjectFactory {
  /// The class that is being declared.
  @exclusivity(unchecked) public private(set) var type: AnyClass
  /// The class if it is ``AlchemicCreatable``; an inner nil if it is not. An outer nil if that was
  /// not checked.
  @exclusivity(unchecked) private var creatable: (any AlchemicCreatable.Type)??
  /// The declaration; nil before the first call that declares something.
  private var declared: DetailedDeclaration?
  private(set) var methods: [DetailedDeclaration] = []

  /// Whether the function of the class has returned. A later declaration is a mistake.
  @exclusivity(unchecked) private var isClosed = false

  init(_ type: AnyClass) { self.type = type }

  /// Begins the declaration of another class, for which the caller has determined `creatable`.
  /// Nothing may be declared yet.
  func begin(_ type: AnyClass, creatable: (any AlchemicCreatable.Type)?) {
    self.type = type
    self.creatable = .some(creatable)
  }

  /// Records that the function of the class has returned. A later declaration would be lost.
  func close() { isClosed = true }

  private func requireOpen(at location: CodeLocation?) {
    if isClosed { stop(at: location) }
  }

  @inline(never)
  private func stop(at location: CodeLocation?) -> Never {
    AlchemicCore.stop(
      Wording.note(
        .declaredAfterReturn(of: DetailedDeclaration.managedFunction, at: location), typeName(type)),
      at: location)
  }

  /// Whether the class has declared anything.
  var hasDeclared: Bool { declared != nil }

  /// The declaration of the class.
  @inline(never)
  var declaration: DetailedDeclaration {
    if let declared { return declared }
    let declaration = DetailedDeclaration(product: type, origin: .ofClass, creatable: creatable)
    declared = declaration
    return declaration
  }

  /// Adds options to the factory of the class.
  ///
  /// - Parameters:
  ///   - options: Options of the factory, for example its lifetime or its name.
  ///   - location: The source location of the options.
  public func register(_ options: [FactoryOption], at location: CodeLocation) {
    requireOpen(at: location)
    declaration.add(DetailedDeclaration.Call(options: options, location: location))
  }

  /// Sets the function that creates the objects.
  package func initialize(with maker: Maker) {
    requireOpen(at: maker.location)
    declaration.add(maker)
  }

  /// Sets the function. The module that declares it compiles it. The model resolves arguments by
  /// their types.
  @usableFromInline
  package func initialize<each Argument, Product>(
    by make: @escaping MakeInPlace, of product: Product.Type,
    from types: repeat (each Argument).Type, at location: CodeLocation
  ) {
    initialize(with: Maker(of: product, searching(repeat each types), at: location, make))
  }

  /// Sets the function, with a source for each argument.
  @usableFromInline
  package func initialize<each Argument, Product>(
    by make: @escaping MakeInPlace, of product: Product.Type,
    with sources: repeat ValueSource<each Argument>, at location: CodeLocation
  ) {
    initialize(with: Maker(of: product, arguments(repeat each sources), at: location, make))
  }

  /// Adds a function that fills properties of the object.
  package func fill(with filler: Maker) {
    requireOpen(at: filler.location)
    declaration.fill(with: filler)
  }

  /// Adds a factory that calls a method of the class.
  ///
  /// - Parameters:
  ///   - maker: Calls the method.
  ///   - options: Options of the factory, for example its lifetime or its name.
  package func addMethod(_ maker: Maker, _ options: [FactoryOption]) {
    requireOpen(at: maker.location)
    methods.append(DetailedDeclaration(maker, origin: .method, options, owner: declaration))
  }
}
