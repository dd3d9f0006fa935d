import Alchemic

/// The registrations and decorators whose functions throw.
let failing = Lock<Set<Int>>([])

extension Plan {
  func declare(in model: ModelBuilder) {
    for it in registrations { it.declare(in: model) }
    for it in decorators { it.declare(in: model) }
  }
}

extension Profile {
  var ofLibrary: AlchemicProfile { .named(rawValue) }
}

extension Registration {
  /// Seven options: a list of a fixed length, since the functions take them one by one.
  private var options: [FactoryOption] {
    var options: [FactoryOption] = []
    switch life {
    case .singleton: break
    case .lazy: options.append(.lazy)
    case .template: options.append(.template)
    case .perRequest: options.append(.perRequest)
    case .weak: options.append(.weak)
    case .nillable: options.append(.nillable)
    case .reference: options.append(.reference)
    case .nillableReference: options += [.reference, .nillable]
    case .brief: options += [.expires(after: .nanoseconds(1)), .lazy]
    case .lasting: options.append(.expires(after: .seconds(3_600)))
    case .scoped(let kind): options.append(.scope(scopeKinds[kind]))
    case .scopedReference(let kind): options += [.reference, .scope(scopeKinds[kind])]
    }
    switch rank {
    case .plain: break
    case .primary: options.append(.primary)
    case .fallback: options.append(.fallback)
    }
    if let profile { options.append(.only(in: profile.ofLibrary)) }
    if let name { options.append(.named("n\(name)")) }
    if let qualifier { options.append(.qualifier(qualifiers[qualifier])) }
    if let order { options.append(.order(order)) }
    // This option changes nothing outside of tests, and no reference may have it.
    while options.count < 7, !life.isReference { options.append(.live) }
    return options
  }

  func declare(in model: ModelBuilder) {
    switch type {
    case .leaf: declare(in: model) { Leaf($0, $1) }
    case .a: declare(in: model) { A($0, $1) }
    case .b: declare(in: model) { B($0, $1) }
    case .c: declare(in: model) { C($0, $1) }
    case .d: declare(in: model) { D($0, $1) }
    case .e: declare(in: model) { E($0, $1) }
    case .f: declare(in: model) { F($0, $1) }
    case .g: declare(in: model) { G($0, $1) }
    case .p: declare(in: model) { C($0, $1) as any P }
    case .q: fatalError("No registration has this type")
    }
  }

  private func declare<Product>(
    in model: ModelBuilder, _ make: @escaping @Sendable (Int, [Part]) -> Product
  ) {
    let (o, id) = (options, id)
    if life.isReference {
      switch o.count {
      case 1: model.register(Product.self, o[0])
      case 2: model.register(Product.self, o[0], o[1])
      case 3: model.register(Product.self, o[0], o[1], o[2])
      case 4: model.register(Product.self, o[0], o[1], o[2], o[3])
      case 5: model.register(Product.self, o[0], o[1], o[2], o[3], o[4])
      case 6: model.register(Product.self, o[0], o[1], o[2], o[3], o[4], o[5])
      default: model.register(Product.self, o[0], o[1], o[2], o[3], o[4], o[5], o[6])
      }
      return
    }
    @Sendable func product(_ parts: [Part]) throws -> Product {
      if failing.withLock({ $0.contains(id) }) { throw Refusal() }
      return make(id, parts)
    }
    if case .nillable(let returnsNil) = life {
      declare(in: model, o) { returnsNil ? try absent($0) : try product($0) as Product? }
    } else {
      declare(in: model, o, product)
    }
    @Sendable func absent(_ parts: [Part]) throws -> Product? {
      if failing.withLock({ $0.contains(id) }) { throw Refusal() }
      return nil
    }
  }

  private func declare<Product>(
    in model: ModelBuilder, _ o: [FactoryOption],
    _ make: @escaping @Sendable ([Part]) throws -> Product
  ) {
    func one<S: Shape>(_: S.Type) {
      model.register(
        { (first: S.Value) in try make([S.part(first)]) }, needs[0].source(),
        options: o[0], o[1], o[2], o[3], o[4], o[5], o[6])
    }
    func two<S: Shape>(_ first: S.Type) {
      func open<T: Shape>(_ second: T.Type) {
        model.register(
          { (one: S.Value, two: T.Value) in try make([S.part(one), T.part(two)]) },
          needs[0].source(), needs[1].source(), options: o[0], o[1], o[2], o[3], o[4], o[5], o[6])
      }
      open(needs[1].shape)
    }
    func three<S: Shape>(_ first: S.Type) {
      func open<T: Shape>(_ second: T.Type) {
        func open<U: Shape>(_ third: U.Type) {
          model.register(
            { (one: S.Value, two: T.Value, three: U.Value) in
              try make([S.part(one), T.part(two), U.part(three)])
            },
            needs[0].source(), needs[1].source(), needs[2].source(),
            options: o[0], o[1], o[2], o[3], o[4], o[5], o[6])
        }
        open(needs[2].shape)
      }
      open(needs[1].shape)
    }
    switch needs.count {
    case 0:
      model.register(o[0], o[1], o[2], o[3], o[4], o[5], o[6], make: { try make([]) })
    case 1: one(needs[0].shape)
    case 2: two(needs[0].shape)
    default: three(needs[0].shape)
    }
  }
}

extension Request {
  var shape: any Shape.Type { target.shape(form) }

  /// The source of an argument.
  func source<Value>() -> ValueSource<Value> {
    switch criterion {
    case .none: .byType
    case .named(let name): .named("n\(name)")
    case .qualified(let number): .qualified(qualifiers[number])
    }
  }
}

extension Decorator {
  func declare(in model: ModelBuilder) {
    switch type {
    case .p: declare(in: model, (any P).self) { Wrapper($0, $1) }
    case .q: declare(in: model, (any Q).self) { Wrapper($0, $1) }
    case .c: declare(in: model, C.self) { C($0, $1) }
    default: declare(in: model, D.self) { D($0, $1) }
    }
  }

  private func declare<T>(
    in model: ModelBuilder, _ type: T.Type, _ make: @escaping @Sendable (Int, [Part]) -> T
  ) {
    let id = id
    @Sendable func wrap(_ inner: T, _ parts: [Part]) throws -> T {
      if failing.withLock({ $0.contains(id) }) { throw Refusal() }
      return make(id, [one(inner)] + parts)
    }
    // No list of options: only an order.
    func with<S: Shape>(_: S.Type) {
      if let order {
        model.decorate(type, .order(order)) { (inner, need: S.Value) in
          try wrap(inner, [S.part(need)])
        }
      } else {
        model.decorate(type) { (inner, need: S.Value) in try wrap(inner, [S.part(need)]) }
      }
    }
    if let need = needs.first { return with(need.shape) }
    if let order {
      model.decorate(type, .order(order)) { inner in try wrap(inner, []) }
    } else {
      model.decorate(type) { inner in try wrap(inner, []) }
    }
  }
}
