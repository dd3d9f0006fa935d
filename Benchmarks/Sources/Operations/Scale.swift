import AlchemicInject
import CMeasure

/// P5: a model of so many types.
public struct Scale {
  private let types: [any Numbered.Type]
  private let areTemplates: Bool

  /// - Parameters:
  ///   - types: What is registered; at most 1,000,000.
  ///   - areTemplates: Whether as templates, of which a start creates nothing; else as singletons.
  public init(_ count: Int, areTemplates: Bool = false) {
    types = ManyTypes(count).types
    self.areTemplates = areTemplates
  }

  /// Registers all of them, builds, validates and starts.
  @inline(never)
  public func start() throws {
    try Alchemic.start { model in
      for type in types {
        if areTemplates { registerTemplate(type, in: model) } else { register(type, in: model) }
      }
    }
  }

  /// Puts a closure for each of them in a dictionary.
  @inline(never)
  public func fillDictionary() {
    var makers: [ObjectIdentifier: () -> AnyObject] = [:]
    for type in types { add(type, to: &makers) }
    measure_use(makers.count)
  }
}

private func register<Product: Numbered>(_ type: Product.Type, in model: ModelBuilder) {
  model.register { Product() }
}

private func registerTemplate<Product: Numbered>(_ type: Product.Type, in model: ModelBuilder) {
  model.register({ Product() }, AcTemplate())
}

private func add<Product: Numbered>(
  _ type: Product.Type, to makers: inout [ObjectIdentifier: () -> AnyObject]
) {
  makers[ObjectIdentifier(type)] = { Product() }
}
