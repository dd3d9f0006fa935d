import AlchemicCore

/// Runs hooks of a host on the main actor: at once if this is its thread, else soon.
///
/// - Parameter isNew: Whether a factory has just made the host: elsewhere its hooks run when it is there for everybody.
@inline(never)
func onMainActor(
  _ host: AnyObject, isNew: Bool,
  _ hook: @escaping @Sendable @MainActor (any AlchemicAware) -> Void
) {
  let handed = Handed(host)
  if MainQueue.isCurrent {
    MainActor.assumeIsolated { call(hook, of: handed) }
  } else {
    func send() { Task { @MainActor in call(hook, of: handed) } }
    if isNew, CreationPath.waitUntilCreated(PostponedInjection(resume: send, cancel: {})) { return }
    send()
  }
}

@MainActor
private func call(_ hook: @MainActor (any AlchemicAware) -> Void, of host: Handed<AnyObject>) {
  if let host = host.value as? any AlchemicAware { hook(host) }
}
