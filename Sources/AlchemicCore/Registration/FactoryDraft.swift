/// What is known of a factory before the model is built.
final class FactoryDraft {
  /// One call that gave options.
  struct Declaration {
    let options: [FactoryOption]
    let place: Place
  }

  let product: Any.Type
  let origin: FactoryFacts.Origin
  /// Whether no rule can find anything: a function makes the product, and nothing more is said.
  let isPlain: Bool
  /// What makes the product; only one of several is right.
  private(set) var maker: Maker?
  private var moreMakers: [Maker] = []
  /// The call that gave options; only one of several is right.
  private var declared: Declaration?
  private var moreDeclared: [Declaration] = []
  /// The draft of the class whose method makes the product; nil if no method does.
  let owner: FactoryDraft?
  /// Makes a factory that needs no maker: a reference, or a class that makes itself.
  let makeWithoutMaker: ((FactoryFacts) -> AnyObjectFactory?)?

  init(
    product: Any.Type, origin: FactoryFacts.Origin, maker: Maker? = nil,
    declared: Declaration? = nil, owner: FactoryDraft? = nil,
    makeWithoutMaker: ((FactoryFacts) -> AnyObjectFactory?)? = nil
  ) {
    self.product = product
    self.origin = origin
    self.maker = maker
    self.declared = declared
    self.owner = owner
    self.makeWithoutMaker = makeWithoutMaker
    isPlain =
      origin == .code && maker != nil && product != Void.self && declared?.options.isEmpty != false
  }

  /// Where it is declared: what a message says of it.
  var declaration = "alchemic(_:)"
  /// Of a draft that stands for `model.register(Type.self)`.
  static let declaredByType = "register(Type.self)"

  func add(_ maker: Maker) {
    if self.maker == nil { self.maker = maker } else { moreMakers.append(maker) }
  }

  func add(_ declaration: Declaration) {
    if declared == nil { declared = declaration } else { moreDeclared.append(declaration) }
  }

  var makers: [Maker] { (maker.map { [$0] } ?? []) + moreMakers }

  var declarations: [Declaration] { (declared.map { [$0] } ?? []) + moreDeclared }

  /// Of all calls.
  var options: [FactoryOption] {
    let options = declared?.options ?? []
    return moreDeclared.isEmpty ? options : options + moreDeclared.flatMap(\.options)
  }

  func option(_ kind: FactoryOption.Kind) -> FactoryOption? { options.first { $0.kind == kind } }

  func has(_ kind: FactoryOption.Kind) -> Bool { option(kind) != nil }

  var place: Place? { declared?.place ?? makers.lazy.compactMap(\.place).first }

  var lifetime: Lifetime { has(.template) ? .template : has(.reference) ? .reference : .singleton }

  /// Nil also for an empty one, which is reported.
  var givenName: String? {
    if isPlain { return nil }
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

  /// - Parameter name: Nil if it is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    let hasOptions = !isPlain && !options.isEmpty
    func has(_ kind: FactoryOption.Kind) -> Bool { hasOptions && self.has(kind) }
    return FactoryFacts(
      name: name, product: product, origin: origin, making: maker?.making ?? .anywhere,
      lifetime: hasOptions ? lifetime : .singleton, isPrimary: has(.primary),
      isNillable: has(.nillable), isWeak: has(.weak), isTransient: has(.transient),
      isLazy: has(.lazy), order: hasOptions ? order : nil, place: place)
  }
}
