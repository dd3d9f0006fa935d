/// What is known of a factory before the model is built.
final class FactoryDraft {
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

  @inline(never)
  func option(_ kind: FactoryOption.Kind) -> FactoryOption? { options.first { $0.kind == kind } }

  func has(_ kind: FactoryOption.Kind) -> Bool { option(kind) != nil }

  var place: Place? { (declarations.map(\.place) + makers.compactMap(\.place)).first }

  var lifetime: Lifetime { has(.template) ? .template : has(.reference) ? .reference : .singleton }

  /// Nil also for an empty one, which is reported.
  @inline(never)
  var givenName: String? {
    for option in options {
      if case .name(let name) = option.kind, !name.isEmpty { return name }
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
      name: name, product: product, origin: origin, making: makers.first?.making ?? .anywhere,
      lifetime: lifetime, isPrimary: has(.primary),
      isNillable: has(.nillable), isWeak: has(.weak), isTransient: has(.transient),
      isLazy: has(.lazy), order: order, place: place)
  }
}
