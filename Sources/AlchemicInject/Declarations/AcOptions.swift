// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Gives a class's factory its options.
///
/// Called at most once for a class; without it the class is a singleton under its own name.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - options: For example `AcTemplate()`, `AcFactoryName("main")`.
public func AcRegister(
  _ of: ClassObjectFactory, _ options: FactoryOption..., fileID: StaticString = #fileID,
  line: UInt = #line
) {
  of.register(options, at: CodeLocation(fileID: fileID, line: line))
}

// Each option remembers where it was written, so that a message about two that exclude each other
// shows both.

/// A new object for every request: injected, never stored, not made at start.
public func AcTemplate(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.template, at: CodeLocation(fileID: fileID, line: line))
}

/// An object that is made elsewhere and given with `AcSet`. Reading it before that is an error,
/// unless it is `AcNillable()` too.
public func AcReference(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.reference, at: CodeLocation(fileID: fileID, line: line))
}

/// Wins where several factories match: how a test replaces a service.
public func AcPrimary(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.primary, at: CodeLocation(fileID: fileID, line: line))
}

/// May hold and return nil; to be read by an optional property.
public func AcNillable(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.nillable, at: CodeLocation(fileID: fileID, line: line))
}

/// Does not keep its object alive; for singletons and references whose products are objects.
///
/// Such a singleton is not made at start but when it is asked for, and again after it was let go by
/// all who had it. Such a reference is not set any more once its object is gone.
public func AcWeak(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.weak, at: CodeLocation(fileID: fileID, line: line))
}

/// Every property that takes its value from this factory follows it, as if each were `@Transient`.
///
/// Reading such a property costs what reading a `@Transient` costs. Arguments of initializers and
/// methods are captured all the same.
public func AcTransient(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.transient, at: CodeLocation(fileID: fileID, line: line))
}

/// A singleton that is made when it is first needed, instead of at start.
///
/// It is made on the thread that needs it; who needs it meanwhile waits. If its initializer waits
/// for the main thread while that waits for it, neither goes on.
public func AcLazy(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.lazy, at: CodeLocation(fileID: fileID, line: line))
}

/// A name to find the factory by, unique in the model. Without it the type's name is its name.
///
/// - Parameter name: Any text but an empty one. It is compared as Swift compares texts: exactly,
///   and an accent is the same whether it is part of its letter or follows it.
public func AcFactoryName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  FactoryOption(.name(name), at: CodeLocation(fileID: fileID, line: line))
}

/// The position in arrays: lower comes first, factories without a position come last, in the order
/// of their declaration.
///
/// - Parameter position: Need not be unique.
public func AcOrder(
  _ position: Int, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  FactoryOption(.order(position), at: CodeLocation(fileID: fileID, line: line))
}

// MARK: Deprecated

// The names that Alchemic 2 had.

/// Now ``AcTemplate(fileID:line:)``.
@available(*, deprecated, renamed: "AcTemplate")
public func AcFactory(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcTemplate(fileID: fileID, line: line)
}

/// Now ``AcReference(fileID:line:)``.
@available(*, deprecated, renamed: "AcReference")
public func AcExternal(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcReference(fileID: fileID, line: line)
}

/// Now ``AcFactoryName(_:fileID:line:)``.
@available(*, deprecated, renamed: "AcFactoryName")
public func AcWithName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  AcFactoryName(name, fileID: fileID, line: line)
}
