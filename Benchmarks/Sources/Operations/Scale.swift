import AlchemicInject
import CMeasure

/// P5: a model of so many types.
public struct Scale {
  private let types: [any Numbered.Type]

  /// - Parameter types: What is registered; at most 1,000,000.
  public init(_ count: Int) {
    types = ManyTypes(count).types
  }

  /// Registers all of them as singletons, builds, validates and starts.
  @inline(never)
  public func start() throws {
    try Alchemic.start { model in
      for type in types { register(type, in: model) }
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

private func add<Product: Numbered>(
  _ type: Product.Type, to makers: inout [ObjectIdentifier: () -> AnyObject]
) {
  makers[ObjectIdentifier(type)] = { Product() }
}
