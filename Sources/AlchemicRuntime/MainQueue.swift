import CAlchemicRuntime

/// The queue of the main actor. It does not always run on the main thread, which leaves it when an
/// asynchronous `main` waits.
package enum MainQueue {
  /// Whether the current code may use declarations that are isolated to the main actor.
  package static var isCurrent: Bool { alchemic_is_on_main_queue() }
}
