import AlchemicRuntime
import AlchemicCore

/// How a class's hooks are called.
enum Hooks: Sendable {
  case none
  /// On whatever thread injects.
  case anywhere(HookCaller)
  /// On the main actor: the conformance is isolated to it.
  case mainActor

  /// - Parameter properties: The names of the injected properties.
  init(of type: Any.Type, properties: [String]) {
    switch Self.isolation(of: type) {
    case .none: self = .none
    case .mainActor: self = .mainActor
    case .nonisolated:
      guard let aware = type as? any AlchemicAware.Type else {
        self = .none
        return
      }
      func caller<Host: AlchemicAware>(_: Host.Type) -> HookCaller {
        TypedHookCaller<Host>(properties: properties)
      }
      self = .anywhere(caller(aware))
    }
  }

  private enum Isolation { case none, nonisolated, mainActor }

  /// An isolated conformance does not show in a cast off its actor, so its record is read.
  private static func isolation(of type: Any.Type) -> Isolation {
    guard let aware = ContextDescriptor(ofProtocol: (any AlchemicAware).self),
      let table = WitnessTable(of: type, for: aware)
    else { return .none }
    return table.conformance.isIsolated ? .mainActor : .nonisolated
  }
}

/// Calls the hooks of a class that was found at run time without a cast for each call.
class HookCaller: @unchecked Sendable {
  // Proof: a constant of its own, and nothing in the one subclass.

  /// The names of the injected properties.
  final let properties: [String]

  init(properties: [String]) { self.properties = properties }

  func didInject(_ host: AnyObject, _ property: Int) {
    fatalError("TypedHookCaller overrides this")
  }
  func didInjectDependencies(_ host: AnyObject) { fatalError("TypedHookCaller overrides this") }
}

/// A caller is only used for hosts of the class it was made for, so its casts cannot fail.
private final class TypedHookCaller<Host: AlchemicAware>: HookCaller, @unchecked Sendable {
  // Proof: it has nothing of its own.

  override func didInject(_ host: AnyObject, _ property: Int) {
    unsafeDowncast(host, to: Host.self).didInject(variable: properties[property])
  }

  override func didInjectDependencies(_ host: AnyObject) {
    unsafeDowncast(host, to: Host.self).didInjectDependencies()
  }
}
