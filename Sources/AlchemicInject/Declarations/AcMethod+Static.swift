// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// `Bank.connection` is also a function that takes a bank and returns a function, so these forms
// would match it too. The underscored attribute disfavours them, because no public attribute ranks
// overloads.

/// Adds a factory that calls a static method, without an object. The arguments are found by type.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - method: For example `Bank.standard`.
///   - options: How the product lives and how it is found.
@_disfavoredOverload
public func AcMethod<each Argument, Product>(
  _ of: ClassObjectFactory, _ method: sending @escaping (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(Maker(method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls a static method, without an object, with a source for each argument.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - method: The method, with its labels.
///   - first: The source of the first argument.
///   - sources: A search or a constant for each further argument.
///   - options: How the product lives and how it is found.
@_disfavoredOverload
public func AcMethod<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: sending @escaping (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(Maker(method, arguments(first, repeat each sources), at: location), options)
}

/// Adds a factory that calls a static method of the main actor. The arguments are found by type.
@_disfavoredOverload
public func AcMethod<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping @MainActor (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(ofMainActor: method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls a static method of the main actor, with a source for each argument.
@_disfavoredOverload
public func AcMethod<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping @MainActor (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(ofMainActor: method, arguments(first, repeat each sources), at: location), options)
}

/// Adds a factory that calls a static asynchronous method. The arguments are found by type.
@_disfavoredOverload
public func AcMethod<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (repeat each Argument) async throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(awaiting: method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls a static asynchronous method, with a source for each argument.
@_disfavoredOverload
public func AcMethod<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (First, repeat each Argument) async throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(awaiting: method, arguments(first, repeat each sources), at: location), options)
}
