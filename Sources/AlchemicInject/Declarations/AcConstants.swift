// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// This folder has the functions that a declaration consists of: options, sources of arguments,
// initializers and methods. They keep their capital letters, so that they stand out in a
// registration and are found by typing "Ac".

// A constant stands where a value would be searched: in a wrapper, and for an argument of an
// initializer. It does not stand where only a search makes sense: that does not compile.

/// A constant `Bool` for a property.
public func AcBool(_ value: Bool) -> Constant<Bool> { Constant(value) }

/// A constant `Bool` for an argument.
public func AcBool(_ value: Bool) -> ValueSource<Bool> { ValueSource(Constant(value)) }

/// A constant `Int` for a property.
public func AcInt(_ value: Int) -> Constant<Int> { Constant(value) }

/// A constant `Int` for an argument.
public func AcInt(_ value: Int) -> ValueSource<Int> { ValueSource(Constant(value)) }

/// A constant `UInt` for a property.
public func AcUInt(_ value: UInt) -> Constant<UInt> { Constant(value) }

/// A constant `UInt` for an argument.
public func AcUInt(_ value: UInt) -> ValueSource<UInt> { ValueSource(Constant(value)) }

/// A constant `Int64` for a property.
public func AcLong(_ value: Int64) -> Constant<Int64> { Constant(value) }

/// A constant `Int64` for an argument.
public func AcLong(_ value: Int64) -> ValueSource<Int64> { ValueSource(Constant(value)) }

/// A constant `Float` for a property.
public func AcFloat(_ value: Float) -> Constant<Float> { Constant(value) }

/// A constant `Float` for an argument.
public func AcFloat(_ value: Float) -> ValueSource<Float> { ValueSource(Constant(value)) }

/// A constant `Double` for a property.
public func AcDouble(_ value: Double) -> Constant<Double> { Constant(value) }

/// A constant `Double` for an argument.
public func AcDouble(_ value: Double) -> ValueSource<Double> { ValueSource(Constant(value)) }

/// A constant `String` for a property.
public func AcString(_ value: String) -> Constant<String> { Constant(value) }

/// A constant `String` for an argument.
public func AcString(_ value: String) -> ValueSource<String> { ValueSource(Constant(value)) }

/// A constant object for a property.
public func AcObject<Value>(_ value: Value) -> Constant<Value> { Constant(value) }

/// A constant object for an argument.
public func AcObject<Value>(_ value: Value) -> ValueSource<Value> { ValueSource(Constant(value)) }

/// Any other constant for a property.
public func AcValue<Value>(_ value: Value) -> Constant<Value> { Constant(value) }

/// Any other constant for an argument.
public func AcValue<Value>(_ value: Value) -> ValueSource<Value> { ValueSource(Constant(value)) }

/// No object: the constant of an optional property, and what `AcSet` stores in a nillable factory.
/// For an argument write `AcValue(nil)`.
public let AcNil = NilConstant()

/// The type of ``AcNil``.
public struct NilConstant: Sendable {
  init() {}
}
