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
  init(
    of factory: Borrowed<Factory>, in scope: Borrowed<Scope>, after earlier: Borrowed<ScopeSlot>?
  ) {
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
    if isOfScope { unpublish() }
    return replace(by: object)
  }

  /// A thread that copies the object retains it before the caller receives it. From here on, who
  /// publishes holds the lock that the caller holds.
  @inline(never)
  private func unpublish() {
    coordinate()
    if let ofScope, ofScope.with({ $0.published.load() != nil }) { publish(nil) }
  }

  /// Allows threads to copy the object of a scope without the lock of all creators. The caller
  /// holds that lock.
  @inline(__always)
  func publish() { if isOfScope { publish(object.current) } }

  /// - Parameter object: The object that threads copy; nil for none.
  @inline(never)
  func publish(_ object: AnyObject?) { ofScope?.with { $0.publish(object) } }
}

extension ScopeSlot {
  /// Allows threads to copy an object, which the slot retains; nil for none. Retains nothing, since
  /// every object of a scope is published once.
  func publish(_ object: AnyObject?) {
    scope.with { scope in
      scope.lock.withLock {
        published.store(object.map { Borrowed($0) })
        if object != nil { scope.didFinish(self) }
      }
    }
  }
}
