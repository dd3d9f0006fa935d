import AlchemicCore

/// Runs hooks of a host on the main actor: at once if this is its thread, else soon.
@inline(never)
func onMainActor(
  _ host: AnyObject, _ hook: @escaping @Sendable @MainActor (any AlchemicAware) -> Void
) {
  let handed = Handed(host)
  if MainQueue.isCurrent {
    MainActor.assumeIsolated { call(hook, of: handed) }
  } else {
    Task { @MainActor in call(hook, of: handed) }
  }
}

@MainActor
private func call(_ hook: @MainActor (any AlchemicAware) -> Void, of host: Handed<AnyObject>) {
  if let host = host.value as? any AlchemicAware { hook(host) }
}
