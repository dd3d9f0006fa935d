/// The factory of a class, whichever it is.
///
/// An ``ObjectFactory`` of its own for each class would be a type of its own for each class, which the runtime
/// makes when the first of it is: a microsecond, and more memory than the factory itself. What is called for
/// every singleton and every set is said here once more, so that the compiler makes it for objects.
package final class ClassFactory: ObjectFactory<AnyObject>, @unchecked Sendable {
  // Proof: see AnyObjectFactory.

  /// A class that makes itself.
  convenience init(_ facts: FactoryFacts, of type: any AlchemicCreatable.Type) {
    self.init(
      facts,
      make: .atOnce { _, place in
        place.initializeMemory(as: AnyObject.self, to: type.init())
      })
  }

  override func prepare(in model: Model) throws {
    _ = try sharedObject(in: model)
  }

  override func takeObject(leaving left: inout [Any]) {
    if let old = object.exchange(for: nil) { left.append(old) }
  }

  package override func replace(
    withProductAt place: UnsafeRawPointer, in model: Model
  ) throws -> Replacement {
    try store(place, in: model)
  }

  override func host(_ product: AnyObject) -> AnyObject? {
    // It may be of a subclass.
    hasPlainProducts && type(of: product) == facts.product ? nil : product
  }

  override func product(from value: Any) -> AnyObject? {
    func cast<Product>(_: Product.Type) -> AnyObject? {
      (value as? Product).map { objectReference($0) }
    }
    return _openExistential(facts.product, do: cast)
  }
}
