/// What a factory had, and what it has now.
///
/// An observer gets the objects themselves; keeping the event keeps them. In a sequence of events, where
/// it may wait for long, objects are known as long as somebody else has them: see ``Alchemic/events``.
public struct StoredValues: @unchecked Sendable {
  // Proof: constants; a weak reference is safe to read from any thread. Whether the objects may be used
  // where the event is read is their own contract, as for everything that is injected.
  private let holders: (old: Holder, new: Holder)

  init(old: Any?, new: Any?) { holders = (.held(old), .held(new)) }

  private init(_ old: Holder, _ new: Holder) { holders = (old, new) }

  /// What the factory had before; nil if there was nothing.
  public var old: Any? { holders.old.value }
  /// What it has now; nil if `AcSet` gave nil.
  public var new: Any? { holders.new.value }

  /// The same without keeping objects alive.
  var keepingNothing: StoredValues {
    StoredValues(holders.old.keepingNothing, holders.new.keepingNothing)
  }

  private enum Holder {
    case held(Any?)
    case known(WeakBox)

    var value: Any? {
      switch self {
      case .held(let value): value
      case .known(let box): box.object
      }
    }

    var keepingNothing: Holder {
      guard case .held(let value?) = self, type(of: value) is AnyObject.Type else { return self }
      return .known(WeakBox(value as AnyObject))
    }
  }

  private final class WeakBox {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }
}
