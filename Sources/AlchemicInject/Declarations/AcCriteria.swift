// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// Each criterion has one spelling and two meanings: a condition of a search for a property or a
// request, or the source of an argument. The context determines the meaning.

/// Returns a criterion for products of a class or its subclasses; at most one per search.
///
/// - Parameter type: For example `Amex.self`.
public func AcClass(_ type: AnyClass) -> SearchCriterion { .ofClass(type) }

/// Returns a criterion for products that conform to a protocol. All of several must hold.
///
/// - Parameter type: For example `(any Account).self`.
public func AcProtocol(_ type: Any.Type) -> SearchCriterion { .conformsTo(type) }

/// Returns a criterion for the factory with a name. It cannot be combined with others.
///
/// - Parameter name: The name that `AcFactoryName` declares, or the name of the type.
@inlinable
public func AcName(_ name: String) -> SearchCriterion { .named(name) }

/// Returns a criterion for factories with a qualifier. All of several must hold.
///
/// - Parameter qualifier: For example `MainStore.self`.
public func AcQualified(_ qualifier: any AcQualifier.Type) -> SearchCriterion {
  .qualified(qualifier)
}

/// Returns a source that searches for the factory with a qualifier.
///
/// - Parameter qualifier: For example `MainStore.self`.
public func AcQualified<Value>(_ qualifier: any AcQualifier.Type) -> ValueSource<Value> {
  ValueSource(.qualified(qualifier))
}

/// Returns a source that searches for an object of a class or its subclasses.
///
/// - Parameter type: For example `Amex.self`.
public func AcClass<Value>(_ type: AnyClass) -> ValueSource<Value> { ValueSource(.ofClass(type)) }

/// Returns a source that searches for an object that conforms to a protocol.
///
/// - Parameter type: For example `(any Account).self`.
public func AcProtocol<Value>(_ type: Any.Type) -> ValueSource<Value> {
  ValueSource(.conformsTo(type))
}

/// Returns a source that searches for the factory with a name.
///
/// - Parameter name: The name that `AcFactoryName` declares, or the name of the type.
public func AcName<Value>(_ name: String) -> ValueSource<Value> { ValueSource(.named(name)) }

/// Returns a source for which each caller gives the argument.
///
/// ```swift
/// AcInitializer(of, HabitView.init(id:store:), AcArgument(), AcProtocol((any Store).self))
/// ```
///
/// The factory is a template. A `Provider<HabitView, UUID>` creates its objects, and so does
/// `AcInvoke`. A request, an argument or a property that passes no arguments is an error. In a
/// closure, ``Given`` marks the parameter.
public func AcArgument<Value>() -> ValueSource<Value> { .argument }
