import AlchemicRuntime
import AlchemicCore

/// Runs hooks of a host on the main actor: at once if this is its thread, else soon.
///
/// - Parameter isNew: Whether a factory has just made the host: elsewhere its hooks run when it is
///   there for everybody.
@inline(never)
func onMainActor(
  _ host: AnyObject, isNew: Bool,
  _ hook: @escaping @Sendable @MainActor (any AlchemicAware) -> Void
) {
  let transferred = UnsafeTransfer(host)
  if MainQueue.isCurrent {
    MainActor.assumeIsolated { call(hook, of: transferred) }
  } else {
    func send() { Task { @MainActor in call(hook, of: transferred) } }
    if isNew, CreationPath.waitUntilCreated(PostponedInjection(resume: send, cancel: {})) { return }
    send()
  }
}

@MainActor
private func call(
  _ hook: @MainActor (any AlchemicAware) -> Void, of host: UnsafeTransfer<AnyObject>
) {
  if let host = host.value as? any AlchemicAware { hook(host) }
}
