import AlchemicRuntime
import AlchemicCore

/// The threads on which the hooks of a class run.
enum Hooks: @unchecked Sendable {
  // Proof: a type is a constant. Its conformance is called from any thread only if it is isolated
  // to no actor.
  case none
  /// Called on the injecting thread.
  case anywhere(any AlchemicAware.Type)
  /// Called on the main actor, to which the conformance is isolated.
  case mainActor

  /// A cast outside the main actor does not find an isolated conformance, so this reads its record.
  init(of type: Any.Type) {
    self = .none
    guard let aware = ContextDescriptor(ofProtocol: (any AlchemicAware).self),
      let table = WitnessTable(of: type, for: aware)
    else { return }
    if table.conformance.isIsolated {
      self = .mainActor
    } else if let type = type as? any AlchemicAware.Type {
      self = .anywhere(type)
    }
  }
}

extension HostPlan {
  /// Notifies a host and the observers that a property has its value.
  ///
  /// - Parameters:
  ///   - isNew: Whether a factory has just created the host.
  ///   - announcing: Whether there are observers of events.
  @inline(__always)
  func didInject(_ index: Int, of host: AnyObject, isNew: Bool, announcing: Bool) {
    if announcing { announce(property: index, at: properties[index].point(in: host).location) }
    switch hooks {
    case .none: break
    case .anywhere(let type): type.didInject(host, properties[index].name)
    case .mainActor:
      let name = properties[index].name
      onMainActor(host, isNew: isNew) { $0.didInject(variable: name) }
    }
  }

  /// Notifies a host that every property has its value.
  func didInjectDependencies(_ host: AnyObject, isNew: Bool) {
    switch hooks {
    case .none: break
    case .anywhere(let type): type.didInjectDependencies(host)
    case .mainActor: onMainActor(host, isNew: isNew) { $0.didInjectDependencies() }
    }
  }
}

/// The hooks of a host that is of this class, called without a cast.
extension AlchemicAware {
  @inline(__always)
  fileprivate static func didInject(_ host: AnyObject, _ variable: String) {
    unsafeDowncast(host, to: Self.self).didInject(variable: variable)
  }

  fileprivate static func didInjectDependencies(_ host: AnyObject) {
    unsafeDowncast(host, to: Self.self).didInjectDependencies()
  }
}

/// Runs a hook of a host on the main actor: immediately if this is the main thread, otherwise
/// later.
///
/// - Parameter isNew: Whether a factory has just created the host. If so, on another thread, the
///   hook is sent to the main actor when the shared object that this thread is creating is
///   finished.
@inline(never)
private func onMainActor(
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
