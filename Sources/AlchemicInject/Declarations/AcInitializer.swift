// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicRuntime
public import AlchemicCore

/// Declares the initializer that creates the objects of a class. Its arguments are found by type.
///
/// The main actor calls an initializer of the main actor, and an asynchronous initializer is
/// awaited: see `ModelBuilder.register(_:_:)`.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - initializer: For example `Wallet.init`.
@inlinable
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: sending @escaping (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(
    by: { arguments, memory in
      try arguments.create()
      memory.initialize(to: try initializer(repeat arguments.take((each Argument).self)))
    }, of: Product.self, from: repeat (each Argument).self,
    at: CodeLocation(fileID: fileID, line: line))
}

/// Declares the initializer that creates the objects of a class, with a source for each argument.
///
/// ```swift
/// AcInitializer(of, Bank.init(feed:retries:), AcProtocol((any Feed).self), AcInt(3))
/// ```
///
/// A wrong number of sources or a wrong type does not compile. Pass a closure if the class has
/// several initializers of this name, or to use the default value of a parameter:
/// `AcInitializer(of) { (feed: any Feed) in Bank(feed: feed) }`.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - initializer: The initializer, with its labels.
///   - sources: A search (`AcClass`, `AcProtocol`, `AcName`) or a constant for each
///     argument.
@inlinable
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: sending @escaping (repeat each Argument) throws -> Product,
  _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(
    by: { arguments, memory in
      try arguments.create()
      memory.initialize(to: try initializer(repeat arguments.take((each Argument).self)))
    }, of: Product.self, with: repeat each sources,
    at: CodeLocation(fileID: fileID, line: line))
}

/// Declares an initializer of the main actor. Its arguments are found by type.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @MainActor (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(ofMainActor: initializer, searching(repeat (each Argument).self), at: location))
}

/// Declares an initializer of the main actor, with a source for each argument.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @MainActor (repeat each Argument) throws -> Product,
  _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(ofMainActor: initializer, arguments(repeat each sources), at: location))
}

/// Declares an asynchronous initializer. Its arguments are found by type.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping (repeat each Argument) async throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(awaiting: initializer, searching(repeat (each Argument).self), at: location))
}

/// Declares an asynchronous initializer, with a source for each argument.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping (repeat each Argument) async throws -> Product,
  _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(awaiting: initializer, arguments(repeat each sources), at: location))
}
