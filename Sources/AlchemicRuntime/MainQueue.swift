import CAlchemicRuntime

/// The queue on which the main actor runs: not always the main thread, which gives it away when an
/// asynchronous `main` waits.
package enum MainQueue {
  /// Whether code that runs here may touch what belongs to the main actor.
  package static var isCurrent: Bool { alchemic_is_on_main_queue() }
}
