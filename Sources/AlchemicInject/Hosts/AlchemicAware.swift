// This folder contains the facts about classes with injected properties, the injection of such
// hosts as a whole, and their hooks.

/// A host that is notified when its properties are injected.
///
/// All properties of such a host are resolved when it is injected: when the model has created it,
/// when it is passed to `AcInjectDependencies`, or at the first access of any of its properties. A
/// host that does not conform resolves each property when it is read.
///
/// The hooks run on the injecting thread. The hooks of a `@MainActor` host run on the main actor:
/// immediately if the injecting thread is the main thread, otherwise later. The hooks that `AcSet`
/// calls run on the thread that calls `AcSet`.
///
/// Hooks of one host may run on several threads at the same time, if these threads set different
/// objects that the host follows, or if one thread sets while another one injects. Such a host
/// conforms as `@MainActor AlchemicAware`, or uses a lock.
///
/// A property that is read for the first time in the host's deinit is resolved alone. The host is
/// not injected, and no hook is called.
///
/// A class with subclasses that have hooks implements both hooks itself, so that the subclasses can
/// override them. If a subclass only adds a method of the same name, Swift does not call it.
///
/// Swift warns of the misspelt name of a hook if the conformance and the hook are in one extension.
public protocol AlchemicAware: AnyObject {
  /// Called when a property has its value: in the order of declaration, superclass first. Called
  /// again for a property that follows its factory, for example a `@Transient` one, after its value
  /// has changed.
  ///
  /// All injected properties can be read here.
  ///
  /// - Parameter variable: The name of the property.
  func didInject(variable: String)

  /// Called when all properties have their values: once in the life of a host with injected
  /// properties; each time that a host without them is injected.
  func didInjectDependencies()
}

extension AlchemicAware {
  /// Does nothing.
  public func didInject(variable: String) {}
  /// Does nothing.
  public func didInjectDependencies() {}
}
