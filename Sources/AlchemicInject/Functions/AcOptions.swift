// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// A new object for every request: injected, never stored, not made at start.
public func AcTemplate() -> FactoryOption { .template }

/// An object that is made elsewhere and given with `AcSet`. Reading it before that is an error,
/// unless it is `AcNillable()` too.
public func AcReference() -> FactoryOption { .reference }

/// Wins where several factories match: how a test replaces a service.
public func AcPrimary() -> FactoryOption { .primary }

/// May hold and return nil; to be read by an optional property.
public func AcNillable() -> FactoryOption { .nillable }

/// A name to find the factory by, unique in the model. Without it the type's name is its name.
///
/// - Parameter name: Any text; it is compared exactly.
public func AcFactoryName(_ name: String) -> FactoryOption { .name(name) }

/// The position in arrays: lower comes first, factories without a position come last, in the order
/// of their declaration.
///
/// - Parameter position: Need not be unique.
public func AcOrder(_ position: Int) -> FactoryOption { .order(position) }
