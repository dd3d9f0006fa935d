/// What is known of a factory before the model is built.
final class FactoryDraft {
  /// How the factory makes objects, with the product's type still in the closure.
  struct Maker {
    let product: Any.Type
    let place: Place
    let arguments: [SearchRequest?]
    let makeFactory: (FactoryFacts, [SearchRequest?]) -> AnyObjectFactory
  }

  /// One call that gave options.
  struct Declaration {
    let options: [FactoryOption]
    let place: Place
  }

  let product: Any.Type
  var makers: [Maker]
  var declarations: [Declaration]
  /// Makes a factory that needs no maker: a reference, or a class that makes itself.
  let makeWithoutMaker: ((FactoryFacts) -> AnyObjectFactory?)

  init(
    product: Any.Type, makers: [Maker] = [], declarations: [Declaration] = [],
    makeWithoutMaker: @escaping (FactoryFacts) -> AnyObjectFactory?
  ) {
    self.product = product
    self.makers = makers
    self.declarations = declarations
    self.makeWithoutMaker = makeWithoutMaker
  }

  var options: [FactoryOption] { declarations.flatMap(\.options) }

  var place: Place? { (declarations.map(\.place) + makers.map(\.place)).first }

  var lifetime: Lifetime {
    let options = options
    return options.contains(.template)
      ? .template : options.contains(.reference) ? .reference : .singleton
  }

  var givenName: String? {
    for option in options {
      if case .name(let name) = option.kind { return name }
    }
    return nil
  }

  var order: Int? {
    for option in options {
      if case .order(let order) = option.kind { return order }
    }
    return nil
  }
}

extension FactoryDraft.Maker {
  /// A function whose arguments come from the model.
  init<each Argument, Product>(
    _ make: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place
  ) {
    // A tuple, because a closure cannot capture a pack by its name.
    let allSources = (repeat each sources)
    var arguments: [SearchRequest?] = []
    repeat arguments.append((each sources).request())
    self.init(product: Product.self, place: place, arguments: arguments) { facts, arguments in
      ObjectFactory<Product>(facts, arguments: arguments) { model in
        try make(repeat try (each allSources).value(in: model))
      }
    }
  }

  /// A function whose arguments are found by their types.
  init<each Argument, Product>(
    autowired make: @escaping (repeat each Argument) throws -> Product, place: Place
  ) {
    self.init(
      make, repeat ValueSource<each Argument>(criteria: SearchCriteria()), place: place)
  }
}
