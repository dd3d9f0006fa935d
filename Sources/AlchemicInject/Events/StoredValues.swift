import AlchemicRuntime
import AlchemicCore

/// The previous and the new object of a factory.
///
/// The event that an observer receives retains the objects. The event of a sequence references
/// objects weakly, because it may wait long until the program reads it. It retains values that are
/// not objects. See ``Alchemic/events``.
public struct StoredValues: Sendable {
  // By contract, the program ensures that the thread that reads the event may use the objects. The
  // same holds for every injected object.
  private let holders: UnsafeTransfer<(old: Holder, new: Holder)>
  /// The number of times that the object of the factory was stored or removed. If two threads call
  /// `AcSet` for one factory at the same time, an observer may receive the two events in the
  /// opposite order. The object of the event with the higher number was stored later.
  public let number: UInt

  init(old: Any?, new: Any?, number: UInt) {
    self.init(Holder(value: old), Holder(value: new), number: number)
  }

  private init(_ old: Holder, _ new: Holder, number: UInt) {
    holders = UnsafeTransfer((old, new))
    self.number = number
  }

  /// The previous object; nil if there was none.
  public var old: Any? { holders.value.old.current }
  /// The new object; nil if `AcSet` stored nil.
  public var new: Any? { holders.value.new.current }

  /// The same values with weak references to the objects.
  var withoutObjects: StoredValues {
    StoredValues(
      holders.value.old.withoutObject, holders.value.new.withoutObject, number: number)
  }

  /// The types of the previous and the new object. They remain after the release of an object.
  package var types: String {
    "\(holders.value.old.description) → \(holders.value.new.description)"
  }

  private final class Holder {
    let value: Any?
    /// A weakly referenced object, and its type.
    weak let object: AnyObject?
    let type: String?

    init(value: Any?, object: AnyObject? = nil, type: String? = nil) {
      (self.value, self.object, self.type) = (value, object, type)
    }

    var current: Any? { value ?? object }

    var description: String {
      if let type { return type + (object == nil ? " (gone)" : "") }
      return value.map { typeName(Swift.type(of: $0)) } ?? "nil"
    }

    var withoutObject: Holder {
      guard let value, Swift.type(of: value) is AnyObject.Type else { return self }
      return Holder(value: nil, object: value as AnyObject, type: typeName(Swift.type(of: value)))
    }
  }
}
