// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// This folder contains the functions of which a declaration consists: options, sources of
// arguments, initializers and methods. Their names begin with a capital letter, so that they are
// easy to see in a registration, and completion finds them by "Ac". Each option and each source
// also has a form with a leading dot, which has the same meaning.

// A constant replaces a search, in a wrapper or for an argument of an initializer or a method. A
// call that passes a constant to a function that only searches does not compile.

/// Returns a constant `Bool` for a property or an argument.
public func AcBool<Result: ExpressibleByConstant<Bool>>(_ value: Bool) -> Result { .value(value) }

/// Returns a constant `Int` for a property or an argument.
public func AcInt<Result: ExpressibleByConstant<Int>>(_ value: Int) -> Result { .value(value) }

/// Returns a constant `UInt` for a property or an argument.
public func AcUInt<Result: ExpressibleByConstant<UInt>>(_ value: UInt) -> Result { .value(value) }

/// Returns a constant `Int64` for a property or an argument.
public func AcLong<Result: ExpressibleByConstant<Int64>>(_ value: Int64) -> Result { .value(value) }

/// Returns a constant `Float` for a property or an argument.
public func AcFloat<Result: ExpressibleByConstant<Float>>(_ value: Float) -> Result {
  .value(value)
}

/// Returns a constant `Double` for a property or an argument.
public func AcDouble<Result: ExpressibleByConstant<Double>>(_ value: Double) -> Result {
  .value(value)
}

/// Returns a constant `String` for a property or an argument.
public func AcString<Result: ExpressibleByConstant<String>>(_ value: String) -> Result {
  .value(value)
}

/// Returns a constant object for a property or an argument.
public func AcObject<Value, Result: ExpressibleByConstant<Value>>(_ value: Value) -> Result {
  .value(value)
}

/// Returns a constant of any other type for a property or an argument.
public func AcValue<Value, Result: ExpressibleByConstant<Value>>(_ value: Value) -> Result {
  .value(value)
}

/// The constant nil for an optional property, and for `AcSet` with a nillable factory. For an
/// argument, write `AcValue(nil)` instead.
public let AcNil = NilConstant()

/// The type of ``AcNil``.
public struct NilConstant: Sendable {
  init() {}
}
