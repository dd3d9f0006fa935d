/// A function that may return nil makes objects of the type it wraps.
private protocol OptionalProduct {
  static var objectType: Any.Type { get }
  static func makeFactory(
    _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ sources: ArgumentOwner?,
    _ owner: AnyObjectFactory?, _ make: Any
  ) -> AnyObjectFactory
}

extension Optional: OptionalProduct {
  fileprivate static var objectType: Any.Type { Wrapped.self }

  fileprivate static func makeFactory(
    _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ sources: ArgumentOwner?,
    _ owner: AnyObjectFactory?, _ make: Any
  ) -> AnyObjectFactory {
    // `objectFactory` below passes the function of this very type.
    let make = make as! Make<Wrapped?>
    return ObjectFactory<Wrapped>(
      facts, arguments: arguments, sources: sources, owner: owner, make: make,
      resultIsOptional: true)
  }
}

/// The type of the objects that a function of this result makes.
func objectType<Product>(of type: Product.Type) -> Any.Type {
  guard TypeKind.isOptional(type) else { return type }
  return (type as? any OptionalProduct.Type)?.objectType ?? type
}

/// A factory around a function, whose result may be an optional.
func objectFactory<Product>(
  _ facts: FactoryFacts, _ arguments: [FactoryArgument], _ sources: ArgumentOwner?,
  _ owner: AnyObjectFactory?, _ make: Make<Product>
) -> AnyObjectFactory {
  if TypeKind.isClass(Product.self) {
    // A class's reference is one word, of whatever class.
    let makeObject: Make<AnyObject?> =
      switch make {
      case .atOnce(let make): .atOnce(make)
      case .awaited(let make): .awaited { unsafeBitCast(try await make($0), to: AnyObject.self) }
      }
    return ClassFactory(
      facts, arguments: arguments, sources: sources, owner: owner, make: makeObject)
  }
  if TypeKind.isOptional(Product.self), let optional = Product.self as? any OptionalProduct.Type {
    return optional.makeFactory(facts, arguments, sources, owner, make)
  }
  let makePerhaps: Make<Product?> =
    switch make {
    case .atOnce(let make): .atOnce(make)
    case .awaited(let make): .awaited(make)
    }
  return ObjectFactory<Product>(
    facts, arguments: arguments, sources: sources, owner: owner, make: makePerhaps)
}

/// A factory that is given its objects.
func objectFactory<Product>(_ facts: FactoryFacts, given type: Product.Type) -> AnyObjectFactory {
  TypeKind.isClass(type)
    ? ClassFactory(facts, make: nil) : ObjectFactory<Product>(facts, make: nil)
}
