/// A function that may return nil makes objects of the type it wraps.
private protocol OptionalProduct {
  static var objectType: Any.Type { get }
  static func makeFactory(
    _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ owner: AnyObjectFactory?,
    _ make: Any
  ) -> AnyObjectFactory
}

extension Optional: OptionalProduct {
  fileprivate static var objectType: Any.Type { Wrapped.self }

  fileprivate static func makeFactory(
    _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ owner: AnyObjectFactory?,
    _ make: Any
  ) -> AnyObjectFactory {
    // `objectFactory` below passes the function of this very type.
    let make = make as! Make<Wrapped?>
    return ObjectFactory<Wrapped>(
      facts, arguments: arguments, owner: owner, make: make, resultIsOptional: true)
  }
}

/// The type of the objects that a function of this result makes.
func objectType<Product>(of type: Product.Type) -> Any.Type {
  (type as? any OptionalProduct.Type)?.objectType ?? type
}

/// A factory around a function, whose result may be an optional.
func objectFactory<Product>(
  _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ owner: AnyObjectFactory? = nil,
  _ make: Make<Product>
) -> AnyObjectFactory {
  if let optional = Product.self as? any OptionalProduct.Type {
    return optional.makeFactory(facts, arguments, owner, make)
  }
  let makePerhaps: Make<Product?> =
    switch make {
    case .atOnce(let make): .atOnce(make)
    case .awaited(let make): .awaited(make)
    }
  return ObjectFactory<Product>(facts, arguments: arguments, owner: owner, make: makePerhaps)
}
