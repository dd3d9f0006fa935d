import AlchemicRuntime

/// What every option brings: the rules for the options of a declaration.
final class OptionRules: OptionPart {
  /// Returns the violations.
  let problems: @Sendable (DetailedDeclaration) -> [Problem]

  init(problems: @escaping @Sendable (DetailedDeclaration) -> [Problem]) {
    self.problems = problems
  }
}

/// A declaration that the rules must check: one with options, of a class, or of a reference; and
/// one of a function that has no short form, as an asynchronous one.
final class DetailedDeclaration {
  /// One call that added options.
  struct Call {
    let options: [FactoryOption]
    let location: CodeLocation

    fileprivate var kinds: FactoryOption.Kinds {
      options.reduce([]) { $0.union(FactoryOption.Kinds($1.kind)) }
    }

    /// The options, each with a source location.
    fileprivate var located: [FactoryOption] {
      options.contains { $0.location == nil } ? options.map { $0.located(at: location) } : options
    }
  }

  let product: Any.Type
  let origin: FactoryFacts.Origin
  /// The function that creates the product. More than one is a mistake.
  @exclusivity(unchecked) private(set) var maker: Maker?
  /// The call that added options. More than one is a mistake.
  @exclusivity(unchecked) private var call: Call?
  /// Further functions and calls, each of which is a mistake.
  private(set) var more: More?
  /// The functions that fill properties of the object.
  private(set) var fillers: [Maker] = []
  /// The kinds of all options.
  private(set) var kinds: FactoryOption.Kinds
  /// The declaration of the class whose method creates the product; nil if no method does.
  let owner: DetailedDeclaration?
  /// The class, if it is creatable and may create its objects itself, without a function. The outer
  /// optional is nil if that was not checked yet.
  private let creatable: (any AlchemicCreatable.Type)??

  final class More {
    fileprivate(set) var makers: [Maker] = []
    fileprivate(set) var calls: [Call] = []
  }

  @inline(never)
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
    if !kinds.isEmpty { markArguments() }
  }

  /// Creates the declaration of a function's product with options.
  convenience init(
    _ maker: consuming Maker, origin: FactoryFacts.Origin, _ options: [FactoryOption],
    owner: DetailedDeclaration? = nil
  ) {
    let call = maker.location.map { Call(options: options, location: $0) }
    self.init(
      product: maker.product, origin: origin, maker: consume maker, call: call, owner: owner)
  }

  /// The line of `model.declare`, if it declares the class.
  var place: CodeLocation?

  /// The function in which the class declares itself; nil for `model.register(Type.self)`.
  var declaringFunction: String? = managedFunction

  /// The function of a managed class.
  static let managedFunction = "alchemic(_ of: ClassObjectFactory)"

  func add(_ maker: Maker) {
    if self.maker == nil { self.maker = maker } else { addMore { $0.makers.append(maker) } }
    markArguments()
  }

  /// Lets callers pass the arguments that an option names.
  private func markArguments() {
    guard has(.arguments), let maker else { return }
    self.maker = part(as: CallerArguments.self)?.marked(maker, options) ?? maker
  }

  func fill(with filler: Maker) { fillers.append(filler) }

  func add(_ call: Call) {
    kinds = kinds.union(call.kinds)
    if self.call == nil { self.call = call } else { addMore { $0.calls.append(call) } }
    markArguments()
  }

  /// Adds options that other code than the declaration gives it.
  func addDefaults(_ options: [FactoryOption]) {
    guard let location = options.first?.location ?? call?.location else { return }
    let own = call.map { $0.options } ?? []
    call = Call(options: own + options, location: call?.location ?? self.location ?? location)
    kinds = kinds.union(Call(options: options, location: location).kinds)
    markArguments()
  }

  private func addMore(_ add: (More) -> Void) {
    let more = more ?? More()
    self.more = more
    add(more)
  }

  var makers: [Maker] { (maker.map { [$0] } ?? []) + (more?.makers ?? []) }

  /// Returns the problems that a rule finds in the functions that create the product.
  @inline(never)
  func problems(_ rule: (Maker) -> Problem?) -> [Problem] {
    makers.compactMap(rule)
  }

  var calls: [Call] { (call.map { [$0] } ?? []) + (more?.calls ?? []) }

  /// The options of all calls, each with a source location.
  var options: [FactoryOption] {
    let options = call?.located ?? []
    return more.map { options + $0.calls.flatMap(\.located) } ?? options
  }

  /// Returns what an option of the declaration brings.
  func part<Part>(as type: Part.Type) -> Part? {
    for option in options {
      if let part = option.parts.first(as: type) { return part }
    }
    return nil
  }

  /// Returns the first option of a kind, regardless of its associated value.
  @inline(never)
  func option(_ kind: FactoryOption.Kinds) -> FactoryOption? {
    has(kind) ? options.first { kind.contains(FactoryOption.Kinds($0.kind)) } : nil
  }

  func has(_ kind: FactoryOption.Kinds) -> Bool { kinds.contains(kind) }

  var location: CodeLocation? {
    @inline(never) get { call?.location ?? makers.lazy.compactMap(\.location).first ?? place }
  }

  var lifetime: Lifetime {
    if has(.template) || has(.perRequest) { return .template }
    if has(.reference) { return .reference }
    return maker?.takesArguments == true ? .template : .singleton
  }

  /// The first name that is not empty. A rule reports empty names.
  @inline(never)
  var givenName: String? {
    guard has(.name) else { return nil }
    for option in options {
      if case .name(let name) = option.kind, !name.isEmpty { return name }
    }
    return nil
  }

  /// The name of a factory without an explicit name: the type of its product. A class precedes the
  /// product of its method, and the qualifiers follow.
  var defaultName: String {
    let name = owner.map { "\(typeName($0.product)).\(typeName(product))" } ?? typeName(product)
    guard has(.qualified) else { return name }
    return "\(name) (\(qualifiers.map(\.name).joined(separator: ", ")))"
  }

  /// The default name with the scopes of the qualifiers; nil if the default name has none.
  var longDefaultName: String? {
    guard has(.qualified), givenName == nil else { return nil }
    let names = qualifiers.map { qualifiedTypeName($0.type) }.joined(separator: ", ")
    return "\(typeName(product)) (\(names))"
  }

  /// Whether the type of the product alone is the default name.
  var isNamedByType: Bool { givenName == nil && owner == nil && !has(.qualified) }

  private var qualifiers: [Qualifier] {
    guard has(.qualified) else { return [] }
    return options.compactMap { if case .qualified(let it) = $0.kind { it } else { nil } }
  }

  private var scope: ScopeKind? {
    if case .scope(let scope) = option(.scope)?.kind { scope } else { nil }
  }

  private var expiry: Nanoseconds {
    if case .expires(let time) = option(.expires)?.kind { Nanoseconds(time) } else { .none }
  }

  /// The type whose products a decorator wraps; nil for any other declaration.
  var decoratedType: Any.Type? {
    if case .decorates(let decorated) = option(.decorates)?.kind { decorated.type } else { nil }
  }

  private var order: Int? {
    if case .order(let order) = option(.order)?.kind { order } else { nil }
  }

  /// - Parameter name: The name; nil if the name is that of the product's type.
  func facts(named name: String?) -> FactoryFacts {
    FactoryFacts(
      name: name, product: product, origin: has(.decorates) ? .decorator : origin,
      making: maker?.making ?? .anywhere, lifetime: lifetime, options: kinds, expiry: expiry,
      scope: scope,
      parts: options.flatMap(\.parts).filter { !($0 is OptionRules) },
      isFoundByNameOnly: (givenName != nil || has(.qualified)) && TypeQuery(product).isValueType,
      qualifiers: qualifiers, order: order, location: location)
  }

  /// The function that creates the product, with its arguments. A reference or an invalid
  /// declaration has none, so that a mistake is reported once and not for every request for the
  /// product.
  var function: ArgumentedFunction {
    if lifetime == .reference { return ArgumentedFunction(.none, []) }
    let made =
      maker.map { ArgumentedFunction($0.function, $0.arguments) }
      ?? ArgumentedFunction(itself.map { .creating($0) } ?? .none, [])
    return fillers.reduce(made) { $0.filled(by: $1.function, $1.arguments) }
  }

  /// The class, if it is creatable.
  var itself: (any AlchemicCreatable.Type)? {
    creatable ?? (product as? any AlchemicCreatable.Type)
  }

  /// Whether the factory can create a product, or is a reference.
  var isMakeable: Bool { maker != nil || lifetime == .reference || itself != nil }
}
