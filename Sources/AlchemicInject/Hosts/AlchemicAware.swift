/// A host that is told when its properties are injected.
///
/// All its properties are resolved when it is injected: made by the model, given to
/// `AcInjectDependencies`, or at the first access of any of them. Hosts that do not conform resolve
/// each property when it is read.
///
/// The hooks run on the injecting thread; those of a `@MainActor` host on the main actor, at once if
/// that is where it happens, else a little later.
public protocol AlchemicAware: AnyObject {
  /// A property has its value: in the order of declaration, superclass first. For a `@Transient`
  /// property again after every `AcSet` that changes it.
  ///
  /// Every injected property can be read here.
  ///
  /// - Parameter variable: The property's name.
  func didInject(variable: String)

  /// Every property has its value; once in the life of a host.
  func didInjectDependencies()
}

extension AlchemicAware {
  /// Does nothing.
  public func didInject(variable: String) {}
  /// Does nothing.
  public func didInjectDependencies() {}
}
