// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// Each criterion is spelled once and means two things: what to search for a property or a request,
// and where an argument comes from. The context tells which.

/// Searches a class and its subclasses; at most one in a search.
///
/// - Parameter type: For example `Amex.self`.
public func AcClass(_ type: AnyClass) -> SearchCriterion { .ofClass(type) }

/// Searches what conforms to a protocol; any number in a search, all must hold.
///
/// - Parameter type: For example `(any Account).self`.
public func AcProtocol(_ type: Any.Type) -> SearchCriterion { .conformsTo(type) }

/// Searches the factory of this name; alone in a search.
///
/// - Parameter name: As given with `AcFactoryName`, or the type's name.
@inlinable
public func AcName(_ name: String) -> SearchCriterion { .named(name) }

/// An argument that comes from a class or a subclass of it.
///
/// - Parameter type: For example `Amex.self`.
public func AcClass<Value>(_ type: AnyClass) -> ValueSource<Value> { ValueSource(.ofClass(type)) }

/// An argument that comes from what conforms to a protocol.
///
/// - Parameter type: For example `(any Account).self`.
public func AcProtocol<Value>(_ type: Any.Type) -> ValueSource<Value> {
  ValueSource(.conformsTo(type))
}

/// An argument that comes from the factory of this name.
///
/// - Parameter name: As given with `AcFactoryName`, or the type's name.
public func AcName<Value>(_ name: String) -> ValueSource<Value> { ValueSource(.named(name)) }
