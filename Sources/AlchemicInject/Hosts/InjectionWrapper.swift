import AlchemicRuntime
import AlchemicCore

/// What a host's plan knows of a property by its type alone.
protocol InjectionWrapper: SendableMetatype {
  /// What the property holds.
  static var target: Any.Type { get }
  /// Whether it follows what it was injected with.
  static var isTransient: Bool { get }
  /// Whether it does not keep what it was injected with.
  static var isWeak: Bool { get }
  associatedtype Point: InjectionPointing
  /// The point, to which the wrapper is one reference.
  var point: Point { get }
  /// The point of the wrapper that lies at an address.
  static func point(at address: ValueAddress) -> any InjectionPointing
}

extension InjectionWrapper {
  static var isTransient: Bool { false }
  static var isWeak: Bool { false }

  static func point(at address: ValueAddress) -> any InjectionPointing {
    address.value(as: Self.self).point
  }
}

/// A point as its host's plan handles it.
protocol InjectionPointing: AnyObject {
  /// Where the property is declared.
  var location: CodeLocation { get }
  /// Takes it on to inject the host of which this is the first point; true for one caller only.
  func claimHost() -> Bool
  /// Gives that up.
  func releaseHost()
  /// Whether the property has its value, or a factory that it follows.
  var isResolved: Bool { get }
  /// Gives the property its value, unless it has one.
  ///
  /// - Parameter isNew: Whether a factory has just made the host, on this thread.
  /// - Throws: ``UnfinishedValue`` if the host is there for everybody, and the value is not
  ///   finished.
  func inject(
    _ index: Int, of host: AnyObject, _ plan: HostPlan, from model: Model, isNew: Bool
  ) throws
  /// Makes sure that the property can be resolved; makes nothing.
  func check(in model: Model) throws
  /// Whether the property follows a factory.
  var follows: Bool { get }
  /// Has the host told of changes from now on, if the property follows any.
  ///
  /// - Returns: Whether there was one since the property was injected.
  func follow(_ index: Int, in host: AnyObject) throws -> Bool
}
