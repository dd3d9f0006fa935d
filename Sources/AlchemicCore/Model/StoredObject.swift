import AlchemicRuntime

/// The shared object of a slot: kept, or, if the factory is weak, known as long as others keep it.
enum StoredObject {
  /// The reference that keeps a product: see ``ValueType``.
  case strong(AnyObject?)
  case weak(WeakObject)

  init(of type: ValueType, isWeak: Bool) {
    self = isWeak ? .weak(WeakObject(of: type)) : .strong(nil)
  }

  /// The object, if there is one.
  var current: AnyObject? {
    switch self {
    case .strong(let object): object
    case .weak(let weak): weak.product
    }
  }

  /// Returns the object; a second nil where there was one that is gone, which is forgotten now.
  func take() -> AnyObject?? {
    let current = current
    if current == nil, case .weak(let weak) = self, weak.wasGiven {
      weak.wasGiven = false
      return nil
    }
    return .some(current)
  }

  /// Puts another object in place.
  ///
  /// - Returns: The old one, to be released outside every lock.
  mutating func exchange(for product: consuming AnyObject?) -> AnyObject? {
    switch consume self {
    case .strong(let old):
      self = .strong(product)
      return old
    case .weak(let weak):
      self = .weak(weak)
      return weak.exchange(for: product)
    }
  }
}

/// A product that is not kept alive. In an object of its own, since few factories are weak, and a
/// weak reference is made, moved and destroyed by calls.
final class WeakObject {
  private let type: ValueType
  private weak var object: AnyObject?
  /// What follows the object in the product. A cast would not find a conformance that holds on an
  /// actor only.
  private var words: [UInt] = []
  /// Whether it was given an object that no thread has found gone.
  var wasGiven = false

  init(of type: ValueType) { self.type = type }

  /// The reference that keeps the product; nil if its object is gone.
  var product: AnyObject? { object.map { type.reference(to: $0, followedBy: words) } }

  /// Refers to another product, and returns the old one.
  @inline(never)
  func exchange(for product: AnyObject?) -> AnyObject? {
    let old = self.product
    wasGiven = product != nil
    object = product.flatMap(type.object)
    words = product.map { type.withValue(of: $0, type.wordsBehindObject) } ?? []
    return old
  }
}
