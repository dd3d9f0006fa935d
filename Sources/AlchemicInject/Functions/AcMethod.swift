// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// `Bank.connection` is also a function from a bank to a function, so the forms for static methods
// would match it too. They are disfavoured with the underscored attribute, because no public one
// ranks overloads.

/// Adds a factory that calls a method of the class's object, which is made and injected first; its
/// arguments are found by their types.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - method: For example `Bank.connection`.
///   - options: How the product lives and how it is found.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  of.make(with: method, options: options, at: Place(fileID: fileID, line: line))
}

/// Adds a factory that calls a method of the class's object, which is made and injected first.
///
/// ```swift
/// AcMethod(of, Bank.connection(to:), AcName("db url"), options: AcTemplate(), AcFactoryName("db"))
/// ```
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - method: The method, with its labels.
///   - first: Where the first argument comes from.
///   - sources: One for each further argument.
///   - options: How the product lives and how it is found.
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.make(
    with: method, first, repeat each sources, options: options,
    at: Place(fileID: fileID, line: line))
}

/// Adds a factory that calls a static method, which needs no object; its arguments are found by
/// their types.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - method: For example `Bank.standard`.
///   - options: How the product lives and how it is found.
@_disfavoredOverload
public func AcMethod<each Argument, Product>(
  _ of: ClassObjectFactory, _ method: @escaping (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  of.make(withStatic: method, options: options, at: Place(fileID: fileID, line: line))
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
  _ of: ClassObjectFactory, _ method: @escaping (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.make(
    withStatic: method, first, repeat each sources, options: options,
    at: Place(fileID: fileID, line: line))
}

// MARK: Methods that make no objects

// They would match the static forms, or lose their actor. One that is marked unavailable is passed over where
// another form matches, so these can be called, and the start reports them.

/// An asynchronous method makes no objects, which the start reports.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (repeat each Argument) async throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  of.refuseMethod(.isAsynchronous, at: Place(fileID: fileID, line: line))
}

/// A method of the main actor makes no objects, which the start reports.
public func AcMethod<Host: AnyObject, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> @MainActor (repeat each Argument) throws -> Product,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  of.refuseMethod(.isOfMainActor, at: Place(fileID: fileID, line: line))
}

/// A method of the main actor makes no objects, which the start reports.
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> @MainActor (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {
  of.refuseMethod(.isOfMainActor, at: Place(fileID: fileID, line: line))
}

/// An asynchronous method makes no objects.
@available(*, unavailable, message: "a method that makes objects cannot be asynchronous")
public func AcMethod<Host: AnyObject, First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ method: @escaping (Host) -> (First, repeat each Argument) async throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  options: FactoryOption...
) {}
