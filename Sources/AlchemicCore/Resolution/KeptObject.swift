/// The object that a factory shares: held, or, if the factory is weak, known as long as others hold it.
struct KeptObject<Product>: ~Copyable {
  private var held: Product?
  private weak var known: AnyObject?
  /// Whether `known` was given an object.
  private var knowsObject = false
  private let isWeak: Bool

  init(isWeak: Bool) { self.isWeak = isWeak }

  /// The object, if there is one.
  var current: Product? { isWeak ? known.flatMap { $0 as? Product } : held }

  /// The object; a second nil where there was one that is gone, which is forgotten now.
  mutating func take() -> Product?? {
    let current = current
    if current == nil, knowsObject {
      knowsObject = false
      return nil
    }
    return .some(current)
  }

  /// Puts another object in place.
  ///
  /// - Returns: The old one, to be let go outside every lock.
  mutating func exchange(for product: Product?) -> Product? {
    let old = current
    if isWeak {
      known = product.map { $0 as AnyObject }
      knowsObject = product != nil
    } else {
      held = product
    }
    return old
  }
}
