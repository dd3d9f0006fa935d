// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Adds a factory that calls a method of the class's object, which is created and injected first.
/// The arguments are found by type.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - method: For example `Bank.connection`.
///   - options: The options of the factory, for example `.template` or `.named("main")`.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(Maker(method: method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls a method of the class's object, which is created and injected first,
/// with a source for each argument.
///
/// ```swift
/// AcMethod(of, Bank.connection(to:), AcName("db url"), options: AcTemplate(), AcFactoryName("db"))
/// ```
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - method: The method, with its labels.
///   - first: The source of the first argument.
///   - sources: A search or a constant for each further argument.
///   - options: The options of the factory, for example `.template` or `.named("main")`.
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(Maker(method: method, arguments(first, repeat each sources), at: location), options)
}

/// Adds a factory that calls a method of the main actor. The arguments are found by type.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> @MainActor (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(methodOfMainActor: method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls a method of the main actor, with a source for each argument.
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> @MainActor (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(methodOfMainActor: method, arguments(first, repeat each sources), at: location), options)
}

/// Adds a factory that calls an asynchronous method. The arguments are found by type.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (repeat each Argument) async throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(awaitingMethod: method, searching(repeat (each Argument).self), at: location), options)
}

/// Adds a factory that calls an asynchronous method, with a source for each argument.
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (First, repeat each Argument) async throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.addMethod(
    Maker(awaitingMethod: method, arguments(first, repeat each sources), at: location), options)
}
