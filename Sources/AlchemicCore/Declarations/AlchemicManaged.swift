/// A class that Alchemic discovers when the program starts.
///
/// Conformance is enough; there is no list of classes. ``alchemic(_:)`` declares how an object is
/// created. A start reports a class without an initializer that is neither a reference nor
/// ``AlchemicCreatable``.
///
/// Subclasses of a managed class are not managed: see ``AlchemicSubclass``.
public protocol AlchemicManaged: AnyObject, SendableMetatype {
  /// Declares the factory of this class, and factories that call its methods.
  ///
  /// Called once, while the model is built. Nothing can be resolved yet. Swift warns of a misspelt
  /// name if the conformance and the function are in one extension.
  nonisolated static func alchemic(_ of: ClassObjectFactory)
}

extension AlchemicManaged {
  /// Declares nothing: a singleton, if the class is ``AlchemicCreatable``.
  public static func alchemic(_ of: ClassObjectFactory) {}
}

/// A managed class that is created without arguments: a singleton, unless it declares otherwise.
public protocol AlchemicCreatable: AlchemicManaged {
  /// Creates the object. The factory calls it on any thread, unless the class is isolated.
  nonisolated init()
}

/// A managed class that takes the place of another one in tests.
///
/// ```swift
/// final class FakeRates: RateSource, AlchemicTestDouble {
///   init() {}
/// }
/// ```
///
/// It is discovered, and wins over all that the program declares, in tests with the trait
/// `.alchemic` of the product AlchemicTesting. No other model contains it. A program that contains
/// one and is no test does not start: such a class belongs in a test target.
///
/// A double may inherit a managed class, whose declarations it then does not repeat.
public protocol AlchemicTestDouble: AlchemicCreatable {}

/// A subclass of a managed class that is discovered, too.
///
/// It inherits no declaration of its base class, because an initializer or a name that is right for
/// the base is wrong for the subclass.
public protocol AlchemicSubclass: AnyObject, SendableMetatype {
  /// Declares the factory of this class, as ``AlchemicManaged/alchemic(_:)`` does.
  nonisolated static func alchemicSubclass(_ of: ClassObjectFactory)
}

extension AlchemicSubclass {
  /// Declares nothing: a singleton, if the class is ``AlchemicCreatable``.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {}
}
