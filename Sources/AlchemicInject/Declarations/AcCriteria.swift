// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// Each criterion has one spelling and two meanings: a condition of a search for a property or a
// request, or the source of an argument. The expected type determines the meaning.

/// Returns a criterion for products of a class or its subclasses, at most one per search; or a
/// source that searches for such a product.
///
/// - Parameter type: For example `Amex.self`.
@inlinable
public func AcClass<Result: ExpressibleByCriterion>(_ type: AnyClass) -> Result { .ofClass(type) }

/// Returns a criterion for products that conform to a protocol, or a source that searches for such
/// a product. All of several criteria must hold.
///
/// - Parameter type: For example `(any Account).self`.
@inlinable
public func AcProtocol<Result: ExpressibleByCriterion>(_ type: Any.Type) -> Result {
  .conforming(type)
}

/// Returns a criterion for the factory with a name, or a source that uses this factory. It cannot
/// be combined with other criteria.
///
/// - Parameter name: The name that `AcFactoryName` declares, or the name of the type.
@inlinable
public func AcName<Result: ExpressibleByCriterion>(_ name: String) -> Result { .named(name) }

/// Returns a criterion, or a source of an argument, that selects factories with a qualifier. All of
/// several criteria must hold.
///
/// - Parameter qualifier: For example `MainStore.self`.
public func AcQualified<Result: ExpressibleByCriterion>(
  _ qualifier: any AcQualifier.Type
) -> Result { .qualified(qualifier) }

/// Returns a source that searches for an object that meets several criteria.
///
/// ```swift
/// AcInitializer(of, Till.init, AcMatching(AcClass(Card.self), AcProtocol((any Account).self)))
/// ```
///
/// - Parameters:
///   - criterion: The first criterion.
///   - more: Further criteria. All must hold.
public func AcMatching<Value>(
  _ criterion: SearchCriterion, _ more: SearchCriterion...
) -> ValueSource<Value> { ValueSource(criteria: SearchCriteria(criterion, more)) }

/// Returns a source that searches by the argument's type alone, beside arguments that need more.
public func AcByType<Value>() -> ValueSource<Value> { .byType }

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
