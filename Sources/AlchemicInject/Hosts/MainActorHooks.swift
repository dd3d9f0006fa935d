import Dispatch

/// Runs hooks of a host on the main actor: at once if this is its thread, else soon.
func onMainActor(
  _ host: AnyObject, _ hook: @escaping @Sendable @MainActor (any AlchemicAware) -> Void
) {
  let handed = HandedHost(host: host)
  if MainQueue.isCurrent {
    MainActor.assumeIsolated { handed.call(hook) }
  } else {
    Task { @MainActor in handed.call(hook) }
  }
}

/// A host of the main actor on its way there.
private struct HandedHost: @unchecked Sendable {
  // Proof: the host belongs to the main actor, and is only touched there.
  let host: AnyObject

  @MainActor
  func call(_ hook: @MainActor (any AlchemicAware) -> Void) {
    if let host = host as? any AlchemicAware { hook(host) }
  }
}

/// The queue on which the main actor runs: not always the main thread, which gives it away when an
/// asynchronous `main` waits.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
