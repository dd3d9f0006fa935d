import AlchemicRuntime
import Synchronization

/// One object of a scope that a task carries. The scope owns it.
final class ScopeSlot: Sendable {
  /// The slot, whose factory the model owns.
  let slot: Slot
  let scope: Borrowed<Scope>
  /// The slot that the scope has created before this one.
  let earlier: Borrowed<ScopeSlot>?
  /// Whether the object was finished, and the slot whose object was finished before. The lock of
  /// the scope is held while both change.
  let isFinished = Atomic<Bool>(false)
  let finishedBefore = AtomicReference<ScopeSlot>()
  /// The object, for threads that do not take the lock of all creators. The slot retains it. The
  /// lock of the scope is held while a thread copies it, or changes this reference.
  let published = AtomicReference<AnyObject>()

  /// - Parameter earlier: The slot that the scope has created before this one.
  init(of factory: Factory, in scope: Borrowed<Scope>, after earlier: Borrowed<ScopeSlot>?) {
    slot = Slot(of: factory, Slot.Memory(for: 1))
    self.scope = scope
    self.earlier = earlier
    slot.initialize(ownedBy: Borrowed(self), isOfScope: true)
  }

  deinit { slot.deallocate() }
}

extension Slot {
  /// The slot as that of a scope; nil if a model keeps the object.
  var ofScope: Borrowed<ScopeSlot>? { isOfScope ? owner.assumed() : nil }

  /// The scope that keeps the object; nil if a model does.
  var scope: Borrowed<Scope>? { ofScope?.with { $0.scope } }

  /// Replaces the object.
  ///
  /// - Returns: The previous object, to be released outside every lock.
  @inline(__always)
  func exchange(for object: consuming AnyObject?) -> AnyObject? {
    // A thread that copies the object retains it before the caller receives it. Only creators
    // publish, under the lock that the caller holds.
    if let ofScope, ofScope.with({ $0.published.load() != nil }) { publish(nil) }
    return replace(by: object)
  }
}
