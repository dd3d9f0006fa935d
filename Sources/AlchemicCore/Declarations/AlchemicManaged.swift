/// A class that Alchemic discovers when the program starts.
///
/// Conformance is enough: the program needs no list of classes. ``alchemic(_:)`` declares how the
/// factory creates an object. A start reports a class without an initializer, unless the class is a
/// reference or ``AlchemicCreatable``.
///
/// Subclasses of a managed class are not managed: see ``AlchemicSubclass``.
public protocol AlchemicManaged: AnyObject, SendableMetatype {
  /// Declares the factory of this class, and factories that call its methods.
  ///
  /// The model calls this function once, while the model is built. No request can be resolved yet.
  /// Swift warns of a misspelt name if the conformance and the function are in one extension.
  nonisolated static func alchemic(_ of: ClassObjectFactory)
}

extension AlchemicManaged {
  /// Declares no details. The class is a singleton if it is ``AlchemicCreatable``.
  public static func alchemic(_ of: ClassObjectFactory) {}
}

/// A managed class that the factory creates without arguments.
///
/// It is a singleton, unless its function ``AlchemicManaged/alchemic(_:)`` declares other options:
///
/// ```swift
/// final class Archivist: Keeper, AlchemicCreatable {
///   init() {}
///   static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .lazy, .primary) }
/// }
/// ```
public protocol AlchemicCreatable: AlchemicManaged {
  /// Creates the object. The factory calls it on any thread, unless the class is isolated to an
  /// actor.
  nonisolated init()
}

/// A managed class that replaces a service in tests.
///
/// ```swift
/// final class FakeRates: RateSource, AlchemicTestDouble {
///   init() {}
/// }
/// ```
///
/// A test with the trait `.alchemic` of the product AlchemicTesting discovers the class and prefers
/// it to every declaration of the program. No other model contains it. A program that contains a
/// double and does not run tests does not start: the class must be in a test target.
///
/// A double may be a subclass of a managed class. The declarations of the base class do not apply
/// to it.
public protocol AlchemicTestDouble: AlchemicCreatable {}

/// A subclass of a managed class that a scan discovers, too.
///
/// It inherits no declaration of its base class, because an initializer or a name of the base class
/// is wrong for the subclass.
public protocol AlchemicSubclass: AnyObject, SendableMetatype {
  /// Declares the factory of this class, as ``AlchemicManaged/alchemic(_:)`` does.
  nonisolated static func alchemicSubclass(_ of: ClassObjectFactory)
}

extension AlchemicSubclass {
  /// Declares no details. The class is a singleton if it is ``AlchemicCreatable``.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {}
}
