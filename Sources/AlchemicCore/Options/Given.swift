import AlchemicRuntime

extension ValueSource {
  /// A source for an argument that each caller passes, through a ``Provider`` or `AcInvoke`.
  public static var argument: ValueSource {
    var source = ValueSource(criteria: SearchCriteria())
    source.isGiven = true
    return source
  }
}

/// A parameter of a closure that each caller passes. The other parameters are resolved by type.
///
/// ```swift
/// model.register { (id: Given<UUID>, store: any Store) in HabitView(id: id.value, store: store) }
/// ```
///
/// This is the counterpart of `.argument`, which names the source of an initializer's argument.
/// The factory is a template, and a ``Provider`` passes the argument: `Provider<HabitView, UUID>`.
public struct Given<Value> {
  /// The argument of the caller.
  public let value: Value

  /// - Parameter value: The argument, for example in a test that calls the closure itself.
  public init(_ value: Value) { self.value = value }
}

extension Given: Sendable where Value: Sendable {}

/// The type ``Given``, for code that has only the type of a parameter.
package protocol GivenType: SendableMetatype {
  /// The type of the argument that the caller gives.
  static var valueType: Any.Type { get }
  static var optionalType: Any.Type { get }
}

extension Given: GivenType {
  package static var valueType: Any.Type { Value.self }
  package static var optionalType: Any.Type { Value?.self }

  /// Returns a type as an instance of `Given`, if it is one.
  package static func type(_ type: Any.Type) -> (any GivenType.Type)? where Value == Never {
    // A cast that fails would search the conformances of all images.
    TypeKind.isStruct(type) && TypeKind.isOfSameGeneric(type, as: Self.self)
      ? type as? any GivenType.Type : nil
  }
}

/// Returns an argument of a caller as the type of a parameter; nil if it does not fit.
func givenValue<Value>(_ argument: Any?, as type: Value.Type) -> Value? {
  if let argument { return argument as? Value }
  return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
}
