import AlchemicRuntime

/// The shared object of a slot: retained, or referenced weakly if the factory is weak.
enum StoredObject {
  /// The reference that retains a product: see ``ValueType``.
  case strong(AnyObject?)
  case weak(WeakObject)

  /// The object, or nil if there is none.
  var current: AnyObject? {
    switch self {
    case .strong(let object): object
    case .weak(let weak): weak.product
    }
  }

  /// Whether a weak object was stored, which may have been deallocated.
  var wasGiven: Bool {
    if case .weak(let weak) = self { weak.wasGiven } else { false }
  }

  /// Returns whether the product is an object, or one as a protocol.
  ///
  /// - Parameter type: The type of the product.
  func isSame(as object: AnyObject, of type: ValueType) -> Bool {
    switch self {
    case .strong(let product): product.map { type.object(of: $0) === object } ?? false
    case .weak(let weak): weak.isSame(as: object)
    }
  }

  /// Returns the object. The outer optional is nil, once, after a weak object was deallocated.
  func take() -> AnyObject?? {
    let current = current
    if current == nil, case .weak(let weak) = self, weak.wasGiven {
      weak.wasGiven = false
      return nil
    }
    return .some(current)
  }

  /// Replaces the object.
  ///
  /// - Returns: The previous object, to be released outside every lock.
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

/// A weak reference to a product. It is an object of its own because few factories are weak, and a
/// weak reference is created, moved and destroyed by calls.
final class WeakObject {
  private let type: ValueType
  private weak var object: AnyObject?
  /// The address of the object, even after its deallocation.
  private var address: ObjectIdentifier?
  /// The words that follow the object in the product. A cast would not find a conformance that is
  /// isolated to an actor.
  private var words: [UInt] = []
  /// Whether an object was stored whose deallocation no thread has noticed.
  var wasGiven = false

  init(of type: ValueType) { self.type = type }

  /// The reference that retains the product; nil if its object has been deallocated.
  var product: AnyObject? { object.map { type.reference(to: $0, followedBy: words) } }

  /// Returns whether this is the object, which the caller retains.
  ///
  /// Loads no other object: the reference could be the last one, and the object's deinit would run
  /// under the lock. The address alone does not identify an object, since a later one may have it.
  func isSame(as other: AnyObject) -> Bool {
    address == ObjectIdentifier(other) && object != nil
  }

  /// Stores another product, and returns the previous one.
  @inline(never)
  func exchange(for product: AnyObject?) -> AnyObject? {
    let old = self.product
    wasGiven = product != nil
    let new = product.flatMap(type.object)
    address = new.map { ObjectIdentifier($0) }
    object = new
    words = product.map { type.withValue(of: $0, type.wordsBehindObject) } ?? []
    return old
  }
}
