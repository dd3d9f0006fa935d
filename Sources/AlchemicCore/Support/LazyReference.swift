package import AlchemicRuntime

/// One object that is made on first use and then stays: what an upper layer adds to an object of a
/// lower one.
///
/// As `AtomicLazyReference` of the Synchronization module, without the type: the upper layer has
/// that, and with an existential the one of the standard library takes 700 instructions for a load
/// (Swift 6.2), since it is not specialised.
package struct LazyReference: ~Copyable, Sendable {
  /// The object, which this retains.
  private let stored = AtomicReference<AnyObject>()

  package init() {}

  deinit { reference?.release() }

  /// The object, if there is one; for a caller that keeps this.
  package var reference: Borrowed<AnyObject>? { stored.load() }

  /// Returns the object; `make` makes it if there is none.
  package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    // All callers store objects of one class.
    if let present = reference { return present.assumed().object }
    let made = Borrowed<AnyObject>.retaining(make())
    guard let present = stored.storeIfNil(made) else { return made.assumed().object }
    made.release()
    return present.assumed().object
  }
}
