import AlchemicRuntime
import AlchemicCore

/// How a class's hooks are called.
enum Hooks: @unchecked Sendable {
  // Proof: a type is a constant, and its conformance is called from anywhere only if it is isolated
  // to no actor.
  case none
  /// On whatever thread injects.
  case anywhere(any AlchemicAware.Type)
  /// On the main actor: the conformance is isolated to it.
  case mainActor

  /// An isolated conformance does not show in a cast off its actor, so its record is read.
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
  /// Tells a host, and observers, that a property has its value.
  ///
  /// - Parameters:
  ///   - isNew: Whether a factory has just made the host.
  ///   - announcing: Whether anybody observes.
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

  /// Tells a host that every property has its value.
  func didInjectDependencies(_ host: AnyObject, isNew: Bool) {
    switch hooks {
    case .none: break
    case .anywhere(let type): type.didInjectDependencies(host)
    case .mainActor: onMainActor(host, isNew: isNew) { $0.didInjectDependencies() }
    }
  }
}

/// The hooks of a host that is known to be of the class, called without a cast.
extension AlchemicAware {
  fileprivate static func didInject(_ host: AnyObject, _ variable: String) {
    unsafeDowncast(host, to: Self.self).didInject(variable: variable)
  }

  fileprivate static func didInjectDependencies(_ host: AnyObject) {
    unsafeDowncast(host, to: Self.self).didInjectDependencies()
  }
}

/// Runs hooks of a host on the main actor: at once if this is its thread, else soon.
///
/// - Parameter isNew: Whether a factory has just made the host: elsewhere its hooks run when it is
///   there for everybody.
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
