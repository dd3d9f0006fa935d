// This folder contains the facts about classes with injected properties, the injection of all
// properties of a host together, and the hooks of hosts.

/// A host that is notified when its properties are injected.
///
/// All properties of such a host are resolved together, when the host is injected. This happens
/// when the model has created the host, when the program passes it to `AcInjectDependencies`, or at
/// the first access of any of its properties. A host that does not conform resolves each property
/// when the property is read.
///
/// The hooks run on the injecting thread. After `AcSet`, they run on the thread that calls `AcSet`.
/// If several threads set one factory at the same time, one of these threads runs the hooks. The
/// hooks of a `@MainActor` host always run on the main actor: immediately if the thread is the main
/// thread, otherwise later.
///
/// Hooks of one host may run on several threads at the same time. This happens if these threads set
/// objects of different factories that the host follows, or if one thread sets an object while
/// another thread injects the host. Such a host conforms as `@MainActor AlchemicAware`, or uses a
/// lock.
///
/// If the first read of a property happens in the deinit of the host, only this property is
/// resolved. The host is not injected, and no hook is called.
///
/// If a subclass of a conforming class has hooks, the conforming class must implement both hooks,
/// and the subclass overrides them. If the subclass only adds a method of the same name, Swift does
/// not call it.
///
/// The compiler warns about a misspelt name of a hook if the conformance and the hook are in one
/// extension.
public protocol AlchemicAware: AnyObject {
  /// Called when a property has its value. The calls are in the order of declaration, those for the
  /// superclass first. Called again after a change of the value, if the property follows its
  /// factory, as a `@Transient` property does.
  ///
  /// The hook can read all injected properties.
  ///
  /// - Parameter variable: The name of the property.
  func didInject(variable: String)

  /// Called when all properties have their values. A host with injected properties receives this
  /// call once in its life. A host without injected properties receives it at each injection.
  func didInjectDependencies()
}

extension AlchemicAware {
  /// Does nothing.
  public func didInject(variable: String) {}
  /// Does nothing.
  public func didInjectDependencies() {}
}
