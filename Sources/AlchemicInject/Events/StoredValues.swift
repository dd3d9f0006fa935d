import AlchemicRuntime
import AlchemicCore

/// What a factory had, and what it has now.
///
/// An observer gets the objects themselves; keeping the event keeps them. In a sequence of events,
/// where it may wait for long, objects are known as long as somebody else has them, and values that
/// are no objects are kept: see ``Alchemic/events``.
public struct StoredValues: Sendable {
  // Whether the objects may be used on the thread that reads the event is their own contract, as
  // for every object that is injected.
  private let holders: UnsafeTransfer<(old: Holder, new: Holder)>
  /// How often `AcSet` has given the factory an object. Two threads that set one factory at once
  /// may be heard of in the other order: the higher number was stored later.
  public let number: UInt

  init(old: Any?, new: Any?, number: UInt) {
    self.init(Holder(value: old), Holder(value: new), number: number)
  }

  private init(_ old: Holder, _ new: Holder, number: UInt) {
    holders = UnsafeTransfer((old, new))
    self.number = number
  }

  /// What the factory had before; nil if there was nothing.
  public var old: Any? { holders.value.old.current }
  /// What it has now; nil if `AcSet` gave nil.
  public var new: Any? { holders.value.new.current }

  /// The same without keeping objects alive.
  var withoutObjects: StoredValues {
    StoredValues(
      holders.value.old.withoutObject, holders.value.new.withoutObject, number: number)
  }

  /// What there was and is, by type, also where an object is gone meanwhile.
  var description: String {
    "\(holders.value.old.description) → \(holders.value.new.description)"
  }

  private struct Holder {
    var value: Any?
    /// An object that is not kept, and its type.
    weak var object: AnyObject?
    var type: String?

    var current: Any? { value ?? object }

    var description: String {
      if let type { return type + (object == nil ? " (gone)" : "") }
      return value.map { typeName(Swift.type(of: $0)) } ?? "nil"
    }

    var withoutObject: Holder {
      guard let value, Swift.type(of: value) is AnyObject.Type else { return self }
      return Holder(object: value as AnyObject, type: typeName(Swift.type(of: value)))
    }
  }
}
