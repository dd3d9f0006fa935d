import AlchemicRuntime
import AlchemicCore

/// What a factory had, and what it has now.
///
/// An observer gets the objects themselves; keeping the event keeps them. In a sequence of events,
/// where it may wait for long, objects are known as long as somebody else has them, and values that
/// are no objects are kept: see ``Alchemic/events``.
public struct StoredValues: @unchecked Sendable {
  // Proof: constants; a weak reference is safe to read from any thread. Whether the objects may be
  // used where the event is read is their own contract, as for everything that is injected.
  private let holders: (old: Holder, new: Holder)
  /// How often `AcSet` has given the factory an object. Two threads that set one factory at once
  /// may be heard of in the other order: the higher number was stored later.
  public let number: UInt

  init(old: Any?, new: Any?, number: UInt) {
    holders = (.held(old), .held(new))
    self.number = number
  }

  private init(_ old: Holder, _ new: Holder, number: UInt) {
    holders = (old, new)
    self.number = number
  }

  /// What the factory had before; nil if there was nothing.
  public var old: Any? { holders.old.value }
  /// What it has now; nil if `AcSet` gave nil.
  public var new: Any? { holders.new.value }

  /// The same without keeping objects alive.
  var withoutObjects: StoredValues {
    StoredValues(holders.old.withoutObjects, holders.new.withoutObjects, number: number)
  }

  /// What there was and is, by type, also where an object is gone meanwhile.
  var description: String { "\(holders.old.description) → \(holders.new.description)" }

  private indirect enum Holder {
    case held(Any?)
    case known(WeakBox)

    var description: String {
      switch self {
      case .held(let value): value.map { typeName(Swift.type(of: $0)) } ?? "nil"
      case .known(let box): box.type + (box.object == nil ? " (gone)" : "")
      }
    }

    var value: Any? {
      switch self {
      case .held(let value): value
      case .known(let box): box.object
      }
    }

    var withoutObjects: Holder {
      guard case .held(let value?) = self, type(of: value) is AnyObject.Type else { return self }
      return .known(WeakBox(value as AnyObject))
    }
  }

  private final class WeakBox {
    weak var object: AnyObject?
    let type: String

    init(_ object: AnyObject) {
      self.object = object
      type = typeName(Swift.type(of: object))
    }
  }
}
