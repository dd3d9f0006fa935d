/// A type that a constant can create: the constant of a property, or the source of an argument.
///
/// `AcInt(3)` and `.value(3)` have the type that the context expects. The functions have no
/// overload for each context: the compiler would try all combinations of a call with many of them.
public protocol ExpressibleByConstant<Value> {
  /// The type of the constant.
  associatedtype Value

  /// Returns a constant, which replaces a search for a factory.
  ///
  /// - Parameter value: The value for the property or argument.
  static func value(_ value: Value) -> Self
}

/// A constant that a property receives in place of a resolved value.
public struct Constant<Value>: ExpressibleByConstant {
  // Stored in an object, so that constants and sources of all types have one layout. Generic code
  // that copies a value of any type is long.
  let holder: Holder

  /// The value for the property or argument.
  public var value: Value { holder.value }

  /// - Parameter value: The value for the property or argument.
  public init(_ value: Value) { holder = Holder(value) }

  /// Returns a constant for a property: `@Injected(.value(3)) var retries: Int`.
  ///
  /// - Parameter value: The value of the property.
  public static func value(_ value: Value) -> Constant { Constant(value) }

  final class Holder {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

/// The source of an argument of an initializer or a method: a search, a constant, or the caller.
///
/// ```swift
/// AcInitializer(of, Bank.init(feed:retries:), .conforming((any Feed).self), .value(3))
/// ```
///
/// Created by `.byType`, `.named`, `.ofClass`, `.conforming`, `.qualified`, `.matching`, `.value`
/// and `.argument`, or by the functions of the same meaning: `AcByType`, `AcName`, `AcClass`,
/// `AcProtocol`, `AcQualified`, `AcMatching`, `AcArgument`, and `AcInt` and its like.
public struct ValueSource<Value>: ExpressibleByCriterion, ExpressibleByConstant {
  let criteria: SearchCriteria
  /// The constant; nil if the model searches for the argument.
  let constant: Constant<Value>?
  /// Whether the caller passes the argument.
  var isGiven = false

  package init(criteria: SearchCriteria, constant: Constant<Value>? = nil) {
    self.criteria = criteria
    self.constant = constant
  }

  /// A source that searches by the argument's type alone. It stands beside arguments with other
  /// sources: `AcInitializer(of, HabitView.init(id:store:), .argument, .byType)`.
  public static var byType: ValueSource { ValueSource(criteria: SearchCriteria()) }

  /// Returns a source that searches for the factory with a name.
  public static func named(_ name: String) -> ValueSource { matching(.named(name)) }

  /// Returns a source that searches for an object of a class or its subclasses.
  public static func ofClass(_ type: AnyClass) -> ValueSource { matching(.ofClass(type)) }

  /// Returns a source that searches for an object that conforms to a protocol.
  public static func conforming(_ type: Any.Type) -> ValueSource { matching(.conforming(type)) }

  /// Returns a source that searches for the factory with a qualifier.
  public static func qualified(_ qualifier: any AcQualifier.Type) -> ValueSource {
    matching(.qualified(qualifier))
  }

  /// Returns a source that searches for an object that meets several criteria.
  ///
  /// ```swift
  /// .matching(.ofClass(Card.self), .conforming((any Account).self))
  /// ```
  ///
  /// - Parameters:
  ///   - criterion: The first criterion.
  ///   - more: Further criteria. All must hold.
  public static func matching(
    _ criterion: SearchCriterion, _ more: SearchCriterion...
  ) -> ValueSource { ValueSource(criteria: SearchCriteria(criterion, more)) }

  /// Returns a source that always supplies a constant.
  ///
  /// - Parameter value: The argument.
  public static func value(_ value: Value) -> ValueSource {
    ValueSource(criteria: SearchCriteria(), constant: Constant(value))
  }
}
