import Dispatch

/// The queue on which the main actor runs: not always the main thread, which gives it away when an
/// asynchronous `main` waits.
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// Whether code that runs here may touch what belongs to the main actor.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
