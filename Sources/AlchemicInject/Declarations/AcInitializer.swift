// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicRuntime
public import AlchemicCore

/// Names the initializer that makes a class's objects; its arguments are found by their types.
///
/// One of the main actor is called there, an asynchronous one is awaited: see
/// ``AlchemicCore/ModelBuilder/register(_:_:fileID:line:)``.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - initializer: For example `Wallet.init`.
@inlinable
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: sending @escaping (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(
    by: { arguments, memory in
      memory.initialize(to: try initializer(repeat try arguments.next((each Argument).self)))
    }, of: Product.self, from: repeat (each Argument).self,
    at: CodeLocation(fileID: fileID, line: line))
}

/// Names the initializer that makes a class's objects, and where each argument comes from.
///
/// ```swift
/// AcInitializer(of, Bank.init(feed:retries:), AcProtocol((any Feed).self), AcInt(3))
/// ```
///
/// A wrong count or a wrong type does not compile. Where the class has several initializers of the
/// name, a closure says which: `AcInitializer(of) { (feed: any Feed) in Bank(feed: feed) }`; also
/// where a parameter's default is wanted.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - initializer: The initializer, with its labels.
///   - first: Where the first argument comes from.
///   - sources: One for each further argument: a search (`AcClass`, `AcProtocol`, `AcName`) or a
///     constant.
@inlinable
public func AcInitializer<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: sending @escaping (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(
    by: { arguments, memory in
      memory.initialize(
        to: try initializer(
          arguments.next(First.self), repeat try arguments.next((each Argument).self)))
    }, of: Product.self, with: first, repeat each sources,
    at: CodeLocation(fileID: fileID, line: line))
}

/// Names an initializer of the main actor; its arguments are found by their types.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @MainActor (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(ofMainActor: initializer, searching(repeat (each Argument).self), at: location))
}

/// Names an initializer of the main actor, and where each argument comes from.
public func AcInitializer<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @MainActor (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(ofMainActor: initializer, arguments(first, repeat each sources), at: location))
}

/// Names an asynchronous initializer; its arguments are found by their types.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping (repeat each Argument) async throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(awaiting: initializer, searching(repeat (each Argument).self), at: location))
}

/// Names an asynchronous initializer, and where each argument comes from.
public func AcInitializer<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping (First, repeat each Argument) async throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  let location = CodeLocation(fileID: fileID, line: line)
  of.initialize(
    with: Maker(awaiting: initializer, arguments(first, repeat each sources), at: location))
}
