// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// What is easily written instead of a declaration, with a message that says what to write.
// `ValueSource` refuses an option among sources.

/// Unavailable: the options of a class are declared by ``AcRegister(_:_:fileID:line:)``.
@available(*, unavailable, message: "options are written in AcRegister(of, .template)")
public func AcInitializer<Product>(
  _ of: ClassObjectFactory, _ initializer: () throws -> Product, _ option: FactoryOption,
  _ more: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {}

/// Unavailable: the options of a method have a label.
@available(*, unavailable, message: "options are written after their label, options: .template")
public func AcMethod<Host: AnyObject, Product>(
  _ of: ClassObjectFactory, _ method: (Host) -> () throws -> Product, _ option: FactoryOption,
  _ more: FactoryOption..., fileID: StaticString = #fileID, line: UInt = #line
) {}

// MARK: Swift 5

// In Swift 5 mode, an initializer of the main actor converts to a function for any thread, with a
// warning, and would run on any thread. With these forms the call is ambiguous and does not
// compile. A closure says where it runs: `AcInitializer(of) { @MainActor in Screen() }`.

/// Prevents that an initializer of an actor loses its actor in Swift 5 mode.
@available(swift, obsoleted: 6)
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @isolated(any) (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) { fatalError("in Swift 5 mode, write a closure: AcInitializer(of) { @MainActor in Screen() }") }

/// Prevents that an initializer of an actor loses its actor in Swift 5 mode.
@available(swift, obsoleted: 6)
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @isolated(any) (repeat each Argument) throws -> Product,
  _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) { fatalError("in Swift 5 mode, write a closure: AcInitializer(of) { @MainActor in Screen() }") }
