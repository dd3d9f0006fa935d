// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// This folder contains the functions of which a declaration consists: options, sources of
// arguments, initializers and methods. Their names begin with a capital letter, so that they stand
// out in a registration and completion finds them by "Ac".

// A constant replaces a search in a wrapper or for an argument of an initializer. A function that
// only searches does not accept a constant: the call does not compile.

/// Returns a constant `Bool` for a property.
public func AcBool(_ value: Bool) -> Constant<Bool> { Constant(value) }

/// Returns a constant `Bool` for an argument.
public func AcBool(_ value: Bool) -> ValueSource<Bool> { ValueSource(Constant(value)) }

/// Returns a constant `Int` for a property.
public func AcInt(_ value: Int) -> Constant<Int> { Constant(value) }

/// Returns a constant `Int` for an argument.
public func AcInt(_ value: Int) -> ValueSource<Int> { ValueSource(Constant(value)) }

/// Returns a constant `UInt` for a property.
public func AcUInt(_ value: UInt) -> Constant<UInt> { Constant(value) }

/// Returns a constant `UInt` for an argument.
public func AcUInt(_ value: UInt) -> ValueSource<UInt> { ValueSource(Constant(value)) }

/// Returns a constant `Int64` for a property.
public func AcLong(_ value: Int64) -> Constant<Int64> { Constant(value) }

/// Returns a constant `Int64` for an argument.
public func AcLong(_ value: Int64) -> ValueSource<Int64> { ValueSource(Constant(value)) }

/// Returns a constant `Float` for a property.
public func AcFloat(_ value: Float) -> Constant<Float> { Constant(value) }

/// Returns a constant `Float` for an argument.
public func AcFloat(_ value: Float) -> ValueSource<Float> { ValueSource(Constant(value)) }

/// Returns a constant `Double` for a property.
public func AcDouble(_ value: Double) -> Constant<Double> { Constant(value) }

/// Returns a constant `Double` for an argument.
public func AcDouble(_ value: Double) -> ValueSource<Double> { ValueSource(Constant(value)) }

/// Returns a constant `String` for a property.
public func AcString(_ value: String) -> Constant<String> { Constant(value) }

/// Returns a constant `String` for an argument.
public func AcString(_ value: String) -> ValueSource<String> { ValueSource(Constant(value)) }

/// Returns a constant object for a property.
public func AcObject<Value>(_ value: Value) -> Constant<Value> { Constant(value) }

/// Returns a constant object for an argument.
public func AcObject<Value>(_ value: Value) -> ValueSource<Value> { ValueSource(Constant(value)) }

/// Returns a constant of any other type for a property.
public func AcValue<Value>(_ value: Value) -> Constant<Value> { Constant(value) }

/// Returns a constant of any other type for an argument.
public func AcValue<Value>(_ value: Value) -> ValueSource<Value> { ValueSource(Constant(value)) }

/// The constant nil, for an optional property, and for `AcSet` with a nillable factory. For an
/// argument, write `AcValue(nil)`.
public let AcNil = NilConstant()

/// The type of ``AcNil``.
public struct NilConstant: Sendable {
  init() {}
}
