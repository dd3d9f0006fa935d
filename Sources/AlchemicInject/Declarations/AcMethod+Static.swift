// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// `Bank.connection` is also a function from a bank to a function, so these forms would match it
// too. They are disfavoured with the underscored attribute, because no public one ranks overloads.

/// Adds a factory that calls a static method, which needs no object; its arguments are found by
/// their types.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
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

/// Adds a factory that calls a static method, which needs no object.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - method: The method, with its labels.
///   - first: Where the first argument comes from.
///   - sources: One for each further argument.
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

/// Adds a factory that calls a static method of the main actor; its arguments are found by their
/// types.
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

/// Adds a factory that calls a static method of the main actor.
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

/// Adds a factory that calls a static asynchronous method; its arguments are found by their types.
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

/// Adds a factory that calls a static asynchronous method.
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
