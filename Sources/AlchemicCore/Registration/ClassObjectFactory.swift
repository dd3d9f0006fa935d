/// What a managed class says of itself, while the model is built.
///
/// ``AlchemicManaged/alchemic(_:)`` receives one and hands it to `AcRegister` and `AcInitializer`.
public final class ClassObjectFactory {
  /// The class that is being declared.
  public let type: AnyClass
  let draft: FactoryDraft
  private(set) var methods: [FactoryDraft] = []
  private(set) var refusals: [Problem] = []

  init<Product: AnyObject>(_ type: Product.Type) {
    self.type = type
    draft = FactoryDraft(product: type, origin: .ofClass) { facts in
      if facts.lifetime == .reference { return ObjectFactory<Product>(facts, make: nil) }
      // Creatable: the class makes itself.
      guard let creatable = type as? any AlchemicCreatable.Type else { return nil }
      return ObjectFactory<Product>(facts) { _, _ in unsafeDowncast(creatable.init(), to: type) }
    }
  }

  /// Gives the class's factory its options.
  ///
  /// - Parameters:
  ///   - options: How the factory lives and how it is found.
  ///   - place: Where the user wrote it.
  public func register(_ options: [FactoryOption], at place: Place) {
    draft.declarations.append(FactoryDraft.Declaration(options: options, place: place))
  }

  /// Names the initializer that makes the objects, and where its arguments come from.
  ///
  /// - Parameters:
  ///   - initializer: For example `Bank.init(feed:retries:)`.
  ///   - sources: One for each argument.
  ///   - place: Where the user wrote it; nil if it was not the user.
  public func initialize<each Argument, Product>(
    with initializer: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, at place: Place?
  ) {
    draft.makers.append(FactoryDraft.Maker(initializer, repeat each sources, place: place))
  }

  /// Names the initializer that makes the objects; its arguments are found by their types.
  ///
  /// - Parameters:
  ///   - initializer: For example `Wallet.init`.
  ///   - place: Where the user wrote it; nil if it was not the user.
  public func initialize<each Argument, Product>(
    with initializer: @escaping (repeat each Argument) throws -> Product, at place: Place?
  ) {
    let sources = sourcesByType(repeat (each Argument).self)
    initialize(with: initializer, repeat each sources, at: place)
  }
}

// MARK: Methods

extension ClassObjectFactory {
  /// Adds a factory that calls a method of the class's object.
  ///
  /// - Parameters:
  ///   - method: For example `Bank.connection(to:)`.
  ///   - sources: One for each argument.
  ///   - options: How the product lives and how it is found.
  ///   - place: Where the user wrote it.
  public func make<Host: AnyObject, each Argument, Product>(
    with method: @escaping (Host) -> (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, options: [FactoryOption], at place: Place
  ) {
    let maker = FactoryDraft.Maker(method: method, repeat each sources, place: place)
    addMethod(maker, options, owner: draft)
  }

  /// Adds a factory that calls a method of the class's object; arguments are found by their types.
  public func make<Host: AnyObject, each Argument, Product>(
    with method: @escaping (Host) -> (repeat each Argument) throws -> Product,
    options: [FactoryOption], at place: Place
  ) {
    let sources = sourcesByType(repeat (each Argument).self)
    make(with: method, repeat each sources, options: options, at: place)
  }

  /// Adds a factory that calls a static method, which needs no object.
  public func make<each Argument, Product>(
    withStatic method: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, options: [FactoryOption], at place: Place
  ) {
    let maker = FactoryDraft.Maker(method, repeat each sources, place: place)
    addMethod(maker, options, owner: draft)
  }

  /// Adds a factory that calls a static method; arguments are found by their types.
  public func make<each Argument, Product>(
    withStatic method: @escaping (repeat each Argument) throws -> Product,
    options: [FactoryOption], at place: Place
  ) {
    let sources = sourcesByType(repeat (each Argument).self)
    make(withStatic: method, repeat each sources, options: options, at: place)
  }

  /// Remembers a method that cannot make objects; the start reports it.
  package func refuseMethod(_ hint: Problem.Hint, at place: Place) {
    refusals.append(
      Problem(
        .wrongMethod, typeName(type),
        candidates: [Problem.Candidate(name: "AcMethod", product: "AcMethod", place: place)],
        hint: hint))
  }

  private func addMethod(
    _ maker: FactoryDraft.Maker, _ options: [FactoryOption], owner: FactoryDraft
  ) {
    methods.append(
      FactoryDraft(
        product: maker.product, origin: .method, makers: [maker],
        declarations: maker.place.map { [FactoryDraft.Declaration(options: options, place: $0)] }
          ?? [],
        owner: owner, makeWithoutMaker: { _ in nil }))
  }
}
