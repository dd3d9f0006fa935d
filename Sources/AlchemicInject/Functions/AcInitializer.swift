// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Names the initializer that makes a class's objects; its arguments are found by their types.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - initializer: For example `Wallet.init`.
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory, _ initializer: @escaping (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(with: initializer, at: Place(fileID: fileID, line: line))
}

/// Names the initializer that makes a class's objects, and where each argument comes from.
///
/// ```swift
/// AcInitializer(of, Bank.init(feed:retries:), AcProtocol((any Feed).self), AcInt(3))
/// ```
///
/// A wrong count or a wrong type does not compile. Where the class has several initializers of the name, a
/// closure says which: `AcInitializer(of) { (feed: any Feed) in Bank(feed: feed) }`; also where a parameter's
/// default is wanted.
///
/// - Parameters:
///   - of: What `alchemic(_:)` was given.
///   - initializer: The initializer, with its labels.
///   - first: Where the first argument comes from.
///   - sources: One for each further argument: a search (`AcClass`, `AcProtocol`, `AcName`) or a constant.
public func AcInitializer<First, each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping (First, repeat each Argument) throws -> Product,
  _ first: ValueSource<First>, _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  of.initialize(
    with: initializer, first, repeat each sources, at: Place(fileID: fileID, line: line))
}
