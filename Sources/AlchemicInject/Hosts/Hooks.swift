import AlchemicCore

/// How a class's hooks are called.
enum Hooks: Sendable {
  case none
  /// On whatever thread injects.
  case anywhere(any HookCaller)
  /// On the main actor: the conformance is isolated to it.
  case mainActor

  init(of type: Any.Type) {
    switch Self.isolation(of: type) {
    case .none: self = .none
    case .mainActor: self = .mainActor
    case .nonisolated:
      guard let aware = type as? any AlchemicAware.Type else {
        self = .none
        return
      }
      func caller<Host: AlchemicAware>(_: Host.Type) -> any HookCaller { TypedHookCaller<Host>() }
      self = .anywhere(caller(aware))
    }
  }

  private enum Isolation { case none, nonisolated, mainActor }

  /// An isolated conformance does not show in a cast off its actor, so its record is read: the
  /// first word of a witness table leads to it, and bit 19 of its flags says that it belongs to a
  /// global actor (`ConformanceFlags` in the runtime's `MetadataValues.h`).
  private static func isolation(of type: Any.Type) -> Isolation {
    guard let table = ConformanceQuery.witnessTable(of: type, for: (any AlchemicAware).self) else {
      return .none
    }
    let record = table.load(as: UnsafeRawPointer.self)
    let flags = record.load(fromByteOffset: 12, as: UInt32.self)
    return flags & (1 << 19) == 0 ? .nonisolated : .mainActor
  }
}

/// Calls the hooks of a class that was found at run time without a cast for each call.
protocol HookCaller: Sendable {
  func didInject(_ host: AnyObject, _ variable: String)
  func didInjectDependencies(_ host: AnyObject)
}

/// A caller is only used for hosts of the class it was made for, so its casts cannot fail.
private struct TypedHookCaller<Host: AlchemicAware>: HookCaller {
  func didInject(_ host: AnyObject, _ variable: String) {
    unsafeDowncast(host, to: Host.self).didInject(variable: variable)
  }

  func didInjectDependencies(_ host: AnyObject) {
    unsafeDowncast(host, to: Host.self).didInjectDependencies()
  }
}
