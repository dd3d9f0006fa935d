// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// Each criterion has one spelling and two meanings: a condition of a search for a property or a
// request, or the source of an argument. The expected type determines the meaning.

/// Returns a criterion for products of a class or its subclasses, or a source that searches for
/// such a product. A search has at most one class.
///
/// - Parameter type: For example `Amex.self`.
@inlinable
public func AcClass<Result: ExpressibleByCriterion>(_ type: AnyClass) -> Result { .ofClass(type) }

/// Returns a criterion for products that conform to a protocol, or a source that searches for such
/// a product. If a search has several criteria, all must hold.
///
/// - Parameter type: For example `(any Account).self`.
@inlinable
public func AcProtocol<Result: ExpressibleByCriterion>(_ type: Any.Type) -> Result {
  .conforming(type)
}

/// Returns a criterion for the factory with a name, or a source that uses this factory. A search
/// with a name has no other criteria.
///
/// - Parameter name: The name that `AcFactoryName` declares, or the name of the type.
@inlinable
public func AcName<Result: ExpressibleByCriterion>(_ name: String) -> Result { .named(name) }

/// Returns a criterion for factories with a qualifier, or a source that searches for the product of
/// such a factory. If a search has several criteria, all must hold.
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

/// Returns a source that searches by the type of the argument alone. Use it if other arguments of
/// the same initializer need a criterion or a constant.
public func AcByType<Value>() -> ValueSource<Value> { .byType }

/// Returns a source that takes the argument from the caller of the request.
///
/// ```swift
/// AcInitializer(of, HabitView.init(id:store:), AcArgument(), AcProtocol((any Store).self))
/// ```
///
/// The factory is a template. A `Provider<HabitView, UUID>` or `AcInvoke` passes the argument. A
/// request, an argument of another factory, or a property that passes no arguments is the error
/// `needs-arguments`. In a closure, ``Given`` marks such a parameter.
public func AcArgument<Value>() -> ValueSource<Value> { .argument }
