/// What a managed class says of itself, while the model is built.
///
/// ``AlchemicManaged/alchemic(_:)`` receives one and hands it to `AcRegister` and `AcInitializer`.
public final class ClassObjectFactory {
  /// The class that is being declared.
  public let type: AnyClass
  let draft: FactoryDraft
  private(set) var methods: [FactoryDraft] = []

  init<Product: AnyObject>(_ type: Product.Type) {
    self.type = type
    draft = FactoryDraft(product: type, origin: .ofClass) { facts in
      if facts.lifetime == .reference { return ObjectFactory<Product>(facts, make: nil) }
      // Creatable: the class makes itself.
      guard let creatable = type as? any AlchemicCreatable.Type else { return nil }
      return ObjectFactory<Product>(
        facts,
        make: .atOnce { _, _, place in
          place.initializeMemory(
            as: Product.self, to: unsafeDowncast(creatable.init(), to: type))
        })
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

  /// Names what makes the objects.
  @usableFromInline
  package func initialize(with maker: Maker) { draft.makers.append(maker) }

  /// Adds a factory that calls a method of the class.
  ///
  /// - Parameters:
  ///   - maker: Calls the method.
  ///   - options: How the product lives and how it is found.
  ///   - place: Where the user wrote it.
  package func addMethod(_ maker: Maker, _ options: [FactoryOption], at place: Place) {
    methods.append(
      FactoryDraft(
        product: maker.product, origin: .method, makers: [maker],
        declarations: [FactoryDraft.Declaration(options: options, place: place)], owner: draft,
        makeWithoutMaker: { _ in nil }))
  }
}
