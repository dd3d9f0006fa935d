/// What is known of a factory before the model is built.
final class FactoryDraft {
  /// How the factory makes objects, with the product's type still in the closure.
  struct Maker {
    let product: Any.Type
    /// Nil if it was not the user who declared it.
    let place: Place?
    /// The class of the method that makes the product; nil if no object is needed.
    let host: Any.Type?
    let arguments: [FactoryArgument]
    /// The last parameter is the factory of the object whose method makes the product, if one does.
    let makeFactory: (FactoryFacts, [FactoryArgument], AnyObjectFactory?) -> AnyObjectFactory
  }

  /// One call that gave options.
  struct Declaration {
    let options: [FactoryOption]
    let place: Place
  }

  let product: Any.Type
  let origin: FactoryFacts.Origin
  var makers: [Maker]
  var declarations: [Declaration]
  /// The draft of the class whose method makes the product; nil if no method does.
  let owner: FactoryDraft?
  /// Makes a factory that needs no maker: a reference, or a class that makes itself.
  let makeWithoutMaker: (FactoryFacts) -> AnyObjectFactory?

  init(
    product: Any.Type, origin: FactoryFacts.Origin, makers: [Maker] = [],
    declarations: [Declaration] = [], owner: FactoryDraft? = nil,
    makeWithoutMaker: @escaping (FactoryFacts) -> AnyObjectFactory?
  ) {
    self.product = product
    self.origin = origin
    self.makers = makers
    self.declarations = declarations
    self.owner = owner
    self.makeWithoutMaker = makeWithoutMaker
  }

  /// Where it is declared: what a message says of it.
  var declaration = "alchemic(_:)"
  /// Of a draft that stands for `model.register(Type.self)`.
  static let declaredByType = "register(Type.self)"

  var options: [FactoryOption] { declarations.flatMap(\.options) }

  func option(_ kind: FactoryOption.Kind) -> FactoryOption? { options.first { $0.kind == kind } }

  func has(_ kind: FactoryOption.Kind) -> Bool { option(kind) != nil }

  var place: Place? { (declarations.map(\.place) + makers.compactMap(\.place)).first }

  var lifetime: Lifetime { has(.template) ? .template : has(.reference) ? .reference : .singleton }

  var givenName: String? {
    for option in options {
      if case .name(let name) = option.kind { return name }
    }
    return nil
  }

  /// The name of a factory that was given none: its product's type, for a method with the class
  /// before it.
  var defaultName: String {
    owner.map { "\(typeName($0.product)).\(typeName(product))" } ?? typeName(product)
  }

  private var order: Int? {
    for option in options {
      if case .order(let order) = option.kind { return order }
    }
    return nil
  }

  func facts(named name: String) -> FactoryFacts {
    FactoryFacts(
      name: name, product: product, origin: origin, lifetime: lifetime, isPrimary: has(.primary),
      isNillable: has(.nillable), isWeak: has(.weak), isTransient: has(.transient),
      isLazy: has(.lazy), order: order, place: place)
  }
}

extension FactoryDraft.Maker {
  /// A function whose arguments come from the model.
  init<each Argument, Product>(
    _ make: @escaping (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    // A tuple, because a closure cannot capture a pack by its name.
    let allSources = (repeat each sources)
    self.init(
      product: objectType(of: Product.self), place: place, host: nil,
      arguments: factoryArguments(repeat each sources)
    ) { facts, arguments, _ in
      objectFactory(facts, arguments) { model, given in
        var given = given
        return try make(repeat try given.next(each allSources, in: model))
      }
    }
  }

  /// A method, called on the object of the class that declares it.
  init<Host: AnyObject, each Argument, Product>(
    method: @escaping (Host) -> (repeat each Argument) throws -> Product,
    _ sources: repeat ValueSource<each Argument>, place: Place?
  ) {
    let allSources = (repeat each sources)
    self.init(
      product: objectType(of: Product.self), place: place, host: Host.self,
      arguments: factoryArguments(repeat each sources)
    ) { facts, arguments, owner in
      objectFactory(facts, arguments, owner) { model, given in
        // A method's draft has the draft of its class as owner; an object may be missing only if that
        // is a nillable reference.
        guard let owner, let host = try owner.obtain(as: Host.self, in: model).object else {
          throw AlchemicError(
            Problem(
              .unexpectedNil, owner?.facts.name ?? typeName(Host.self),
              candidates: owner.map { [$0.facts.candidate] } ?? [], path: CreationPath.steps()))
        }
        var given = given
        return try method(host)(repeat try given.next(each allSources, in: model))
      }
    }
  }
}

private func factoryArguments<each Argument>(
  _ sources: repeat ValueSource<each Argument>
) -> [FactoryArgument] {
  var arguments: [FactoryArgument] = []
  repeat arguments.append(FactoryArgument(each sources))
  return arguments
}

/// Sources that find each argument by its type.
func sourcesByType<each Argument>(
  _ types: repeat (each Argument).Type
) -> (repeat ValueSource<each Argument>) {
  (repeat ValueSource<each Argument>(criteria: SearchCriteria()))
}
