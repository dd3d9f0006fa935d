import Synchronization

/// A place for one object that is made on first use and then stays.
package final class Attachment: Sendable {
  private let object = Mutex<AnyObjectBox?>(nil)

  private struct AnyObjectBox: @unchecked Sendable {
    // Proof: only handed out to those who attached it; what it may do is theirs to prove.
    let object: AnyObject
  }

  /// The object that is attached, if there is one.
  package var current: AnyObject? { object.withLock { $0?.object } }

  /// The object that is attached; `make` makes it if there is none.
  package func object<Object: AnyObject>(_ make: () -> Object) -> Object {
    object.withLock { box in
      if let present = box?.object { return unsafeDowncast(present, to: Object.self) }
      let made = make()
      box = AnyObjectBox(object: made)
      return made
    }
  }
}
