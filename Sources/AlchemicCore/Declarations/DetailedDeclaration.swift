import AlchemicRuntime

/// A declaration with options, of a class, or of a reference: whatever a rule has to look at.
final class DetailedDeclaration {
  /// One call that gave options.
  struct Call {
    let options: [FactoryOption]
    let location: CodeLocation

    fileprivate var kinds: FactoryOption.Kinds {
      options.reduce(into: []) { $0.formUnion(FactoryOption.Kinds($1.kind)) }
    }
  }

  let product: Any.Type
  let origin: FactoryFacts.Origin
  /// What makes the product; only one of several is right.
  @exclusivity(unchecked) private(set) var maker: Maker?
  /// The call that gave options; only one of several is right.
  @exclusivity(unchecked) private var call: Call?
  /// What comes after the first of them, which is a mistake.
  private(set) var more: More?
  /// The kinds of all options.
  private(set) var kinds: FactoryOption.Kinds
  /// The declaration of the class whose method makes the product; nil if no method does.
  let owner: DetailedDeclaration?
  /// The class itself, if it may make itself where nothing else makes the product; nil where that
  /// is not known yet.
  private let creatable: (any AlchemicCreatable.Type)??

  final class More {
    fileprivate(set) var makers: [Maker] = []
    fileprivate(set) var calls: [Call] = []
  }

  init(
    product: Any.Type, origin: FactoryFacts.Origin, maker: consuming Maker? = nil,
    call: Call? = nil, owner: DetailedDeclaration? = nil,
    creatable: (any AlchemicCreatable.Type)?? = .some(nil)
  ) {
    self.product = product
    self.origin = origin
    self.maker = consume maker
    self.call = call
    kinds = call?.kinds ?? []
    self.owner = owner
    self.creatable = creatable
  }

  /// The function of the class in which it is declared; nil if it is `model.register(Type.self)`.
  var declaringFunction: String? = "alchemic(_:)"

  func add(_ maker: Maker) {
    if self.maker == nil { self.maker = maker } else { addMore { $0.makers.append(maker) } }
  }

  func add(_ call: Call) {
    kinds.formUnion(call.kinds)
    if self.call == nil { self.call = call } else { addMore { $0.calls.append(call) } }
  }

  private func addMore(_ add: (More) -> Void) {
    let more = more ?? More()
    self.more = more
    add(more)
  }

  var makers: [Maker] { (maker.map { [$0] } ?? []) + (more?.makers ?? []) }

  /// What a rule finds wrong with what makes the product.
  func problems(_ rule: (Maker) -> Problem?) -> [Problem] {
    if more != nil { return makers.compactMap(rule) }
    guard let maker, let problem = rule(maker) else { return [] }
    return [problem]
  }

  var calls: [Call] { (call.map { [$0] } ?? []) + (more?.calls ?? []) }

  /// Of all calls.
  var options: [FactoryOption] {
    let options = call?.options ?? []
    return more.map { options + $0.calls.flatMap(\.options) } ?? options
  }

  /// The first option of a kind, whatever it carries.
  func option(_ kind: FactoryOption.Kinds) -> FactoryOption? {
    has(kind) ? options.first { kind.contains(FactoryOption.Kinds($0.kind)) } : nil
  }

  func has(_ kind: FactoryOption.Kinds) -> Bool { kinds.contains(kind) }

  var location: CodeLocation? { call?.location ?? makers.lazy.compactMap(\.location).first }

  var lifetime: Lifetime { has(.template) ? .template : has(.reference) ? .reference : .singleton }

  /// Nil also for an empty one, which is reported.
  @inline(never)
  var givenName: String? {
    guard has(.name) else { return nil }
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
    if case .order(let order) = option(.order)?.kind { order } else { nil }
  }

  /// - Parameter name: Nil if it is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    FactoryFacts(
      name: name, product: product, origin: origin, making: maker?.making ?? .anywhere,
      lifetime: lifetime, isPrimary: has(.primary),
      isNillable: has(.nillable), isWeak: has(.weak), isTransient: has(.transient),
      isLazy: has(.lazy), order: order, location: location)
  }

  /// The function that makes the product, with its arguments: none for a reference, and none where
  /// the declaration is wrong, so that the mistake is reported once and not by everything that
  /// needs the product.
  var function: (function: ProductFunction, arguments: [Argument]) {
    if lifetime == .reference { return (.none, []) }
    if let maker { return (maker.function, maker.arguments) }
    return (itself.map { .creating($0) } ?? .none, [])
  }

  private var itself: (any AlchemicCreatable.Type)? {
    creatable ?? (product as? any AlchemicCreatable.Type)
  }

  /// Whether a product can be made, or the factory is given it.
  var isMakeable: Bool { maker != nil || lifetime == .reference || itself != nil }
}
