// This folder has what is known of classes with injected properties, and how such hosts are
// injected as a whole and called back.

/// A host that is told when its properties are injected.
///
/// All its properties are resolved when it is injected: made by the model, given to
/// `AcInjectDependencies`, or at the first access of any of them. Hosts that do not conform resolve
/// each property when it is read.
///
/// The hooks run on the injecting thread; those of a `@MainActor` host on the main actor, at once
/// if that is where it happens, else a little later. Hooks called by `AcSet` run on the thread that
/// sets.
///
/// Hooks of one host may run at once, on several threads: where these set different objects that
/// the host follows, or where one sets while another one injects. Such a host conforms as
/// `@MainActor AlchemicAware`, or has a lock of its own.
///
/// A property that is read first in the host's deinit is resolved alone: the host is not injected,
/// and no hook is called.
///
/// A class that may have subclasses with hooks of their own implements both hooks itself, so that
/// they can be overridden: a subclass that only adds a method of the name is not heard (a rule of
/// the language).
public protocol AlchemicAware: AnyObject {
  /// A property has its value: in the order of declaration, superclass first. For a `@Transient`
  /// property again after every `AcSet` that changes it.
  ///
  /// Every injected property can be read here.
  ///
  /// - Parameter variable: The property's name.
  func didInject(variable: String)

  /// Every property has its value; once in the life of a host that has any, else each time it is
  /// injected.
  func didInjectDependencies()
}

extension AlchemicAware {
  /// Does nothing.
  public func didInject(variable: String) {}
  /// Does nothing.
  public func didInjectDependencies() {}
}
