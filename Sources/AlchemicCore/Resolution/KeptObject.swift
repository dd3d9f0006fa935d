/// The object that a factory shares: held, or, if the factory is weak, known as long as others hold it.
enum KeptObject<Product> {
  case held(Product?)
  /// The one that a weak factory knows.
  case known(KnownObject)

  init(isWeak: Bool) { self = isWeak ? .known(KnownObject()) : .held(nil) }

  /// The object, if there is one.
  var current: Product? {
    switch self {
    case .held(let object): object
    case .known(let known): known.object.flatMap { $0 as? Product }
    }
  }

  /// The object; a second nil where there was one that is gone, which is forgotten now.
  func take() -> Product?? {
    let current = current
    if current == nil, case .known(let known) = self, known.wasGiven {
      known.wasGiven = false
      return nil
    }
    return .some(current)
  }

  /// Puts another object in place.
  ///
  /// - Returns: The old one, to be let go outside every lock.
  mutating func exchange(for product: consuming Product?) -> Product? {
    switch consume self {
    case .held(let old):
      self = .held(product)
      return old
    case .known(let known):
      self = .known(known)
      let old = current
      known.wasGiven = product != nil
      known.object = product.map { $0 as AnyObject }
      return old
    }
  }
}

/// An object that is not kept alive. In a place of its own, since few factories are weak, and a weak reference is
/// made, moved and destroyed by calls.
final class KnownObject {
  weak var object: AnyObject?
  /// Whether it was given an object that nobody has found gone.
  var wasGiven = false
}
