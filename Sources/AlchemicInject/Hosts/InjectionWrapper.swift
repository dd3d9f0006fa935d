import AlchemicRuntime
import AlchemicCore

/// A property wrapper, as the plan of a host uses it.
protocol InjectionWrapper: SendableMetatype {
  /// The type of the property's value.
  static var target: Any.Type { get }
  /// Whether the property follows its factory.
  static var isTransient: Bool { get }
  /// Whether the property references its object weakly.
  static var isWeak: Bool { get }
  /// The qualifier of the factory, if the wrapper's type shows it.
  static var qualifier: Qualifier? { get }
  associatedtype Point: InjectionPointing
  /// The injection point. The wrapper consists of one reference to it.
  var point: Point { get }
  /// Returns the injection point of the wrapper at an address.
  static func point(at address: ValueAddress) -> any InjectionPointing
}

extension InjectionWrapper {
  static var isTransient: Bool { false }
  static var isWeak: Bool { false }
  static var qualifier: Qualifier? { nil }

  static func point(at address: ValueAddress) -> any InjectionPointing {
    address.value(as: Self.self).point
  }
}

/// An injection point, as the plan of its host uses it.
protocol InjectionPointing: AnyObject {
  /// The source location of the property.
  var location: CodeLocation { get }
  /// Claims the injection of the host, whose first injection point this is. Returns true for one
  /// caller only.
  func claimHost() -> Bool
  /// Releases the claim, so that another caller can inject the host.
  func releaseHost()
  /// Whether the property has its value, or a resolver that it follows.
  var isResolved: Bool { get }
  /// Gives the property its value, unless it has one.
  ///
  /// - Parameter isNew: Whether a factory has just created the host, on this thread.
  /// - Returns: Whether the property can be read: false if it follows a scoped object whose scope
  ///   is not open.
  /// - Throws: ``UnfinishedValue`` if other threads have access to the host, and the value is not
  ///   finished; ``AlchemicError`` if the property cannot be resolved.
  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws -> Bool
  /// Makes the property take its value from a child model, or within a scope from the model of that
  /// scope, when it is read, unless it has its value or is bound to another model.
  ///
  /// - Parameter keeper: The scope, or the home of the child model.
  func bind(to keeper: AnyObject)
  /// The scope within which the property takes its value; nil if it is bound to none.
  var boundScope: Scope? { get }
  /// The child model from which the property takes its value; nil if it is bound to none.
  ///
  /// - Throws: ``AlchemicError`` with `model-gone`.
  func boundModel() throws -> Model?
  /// Checks that the property can be resolved. Creates nothing.
  func check(in model: Model) throws
  /// The address of the object that the property retains as its value; 0 if it retains none.
  var keptAddress: UInt { get }
  /// Releases that value, so that the property has none. No other thread uses the host.
  func releaseKept()
  /// Whether the property follows a factory.
  var follows: Bool { get }
  /// Adds the property to the followers of its resolver, if it follows one, so that the host is
  /// notified of changes.
  ///
  /// - Returns: Whether the value has changed since the property was injected.
  /// - Throws: ``AlchemicError`` with `model-gone`.
  func follow(_ index: Int, in host: AnyObject) throws -> Bool
}

extension InjectionPointing {
  var keptAddress: UInt { 0 }
  func releaseKept() {}
}
