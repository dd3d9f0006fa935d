package import AlchemicRuntime

/// A slot for one object that is created on first use and never replaced. An upper layer uses it to
/// attach an object to one of a lower layer.
///
/// Works as `AtomicLazyReference` of the Synchronization module, but without the object's type,
/// which only the upper layer can name. The version of the standard library is not specialised for
/// an existential type, and then a load takes 700 instructions (Swift 6.2).
package struct LazyReference: ~Copyable, Sendable {
  /// The object, retained by this slot.
  private let stored = AtomicReference<AnyObject>()

  package init() {}

  deinit { reference?.release() }

  /// The object, or nil before it is created. The caller must keep this slot alive.
  package var reference: Borrowed<AnyObject>? { stored.load() }

  /// Returns the object, and calls `make` to create it if there is none.
  package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    // All callers store objects of one class, so `assumed()` names the right one.
    if let present = reference { return present.assumed().object }
    let made = Borrowed<AnyObject>.retaining(make())
    guard let present = stored.storeIfNil(made) else { return made.assumed().object }
    made.release()
    return present.assumed().object
  }
}
