/// A class that Alchemic finds by itself when the program starts.
///
/// Conforming is all: nobody keeps a list. ``alchemic(_:)`` says how an object is made; a class
/// that says neither that nor that it is a reference is reported at start.
///
/// A subclass of a managed class is not managed by inheritance: see ``AlchemicSubclass``.
public protocol AlchemicManaged: AnyObject, SendableMetatype {
  /// Declares the factory of this class, and factories that are its methods.
  ///
  /// Runs once, while the model is built; nothing can be resolved yet.
  nonisolated static func alchemic(_ of: ClassObjectFactory)
}

extension AlchemicManaged {
  /// Declares nothing: a singleton, if the class is ``AlchemicCreatable``.
  public static func alchemic(_ of: ClassObjectFactory) {}
}

/// A managed class that needs nothing to be made: a singleton with no more to say.
public protocol AlchemicCreatable: AlchemicManaged {
  nonisolated init()
}

/// A subclass of a managed class that is to be found too.
///
/// It inherits nothing of what its base class declares, because an initializer or a name that is
/// right for the base is wrong for the subclass.
public protocol AlchemicSubclass: AnyObject, SendableMetatype {
  /// Declares the factory of this class, as ``AlchemicManaged/alchemic(_:)`` does.
  nonisolated static func alchemicSubclass(_ of: ClassObjectFactory)
}

extension AlchemicSubclass {
  /// Declares nothing: a singleton, if the class is ``AlchemicCreatable``.
  public static func alchemicSubclass(_ of: ClassObjectFactory) {}
}
