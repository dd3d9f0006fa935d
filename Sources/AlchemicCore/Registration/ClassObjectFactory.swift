/// What a managed class says of itself, while the model is built.
///
/// ``AlchemicManaged/alchemic(_:)`` receives one and hands it to `AcRegister` and `AcInitializer`.
public final class ClassObjectFactory {
  /// The class that is being declared.
  public let type: AnyClass
  let draft: FactoryDraft

  init<Product: AnyObject>(_ type: Product.Type) {
    self.type = type
    draft = FactoryDraft(product: type) { facts in
      if facts.lifetime == .reference { return ObjectFactory<Product>(facts, make: nil) }
      // Creatable: the class makes itself.
      guard let creatable = type as? any AlchemicCreatable.Type else { return nil }
      return ObjectFactory<Product>(facts) { _ in unsafeDowncast(creatable.init(), to: type) }
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
  ///   - place: Where the user wrote it.
  public func initialize<each Argument, Product: AnyObject>(
    with initializer: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, at place: Place
  ) {
    draft.makers.append(FactoryDraft.Maker(initializer, repeat each sources, place: place))
  }

  /// Names the initializer that makes the objects; its arguments are found by their types.
  ///
  /// - Parameters:
  ///   - initializer: For example `Wallet.init`.
  ///   - place: Where the user wrote it.
  public func initialize<each Argument, Product: AnyObject>(
    with initializer: @escaping (repeat each Argument) throws -> Product, at place: Place
  ) {
    draft.makers.append(FactoryDraft.Maker(autowired: initializer, place: place))
  }
}
