// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

// Likely mistakes in a declaration. They do not compile, and the message shows the code to write
// instead. `ValueSource` refuses an option among sources. A function with arguments has no such
// form: with one, the compiler would say of a source of a wrong type that it is no option.

/// Unavailable: ``AcRegister(_:_:fileID:line:)`` declares the options of a class.
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

// In Swift 5 mode, the compiler converts an initializer of the main actor to a function without an
// actor, with a warning only. The initializer would then run on any thread. These forms make the
// call ambiguous, so that it does not compile. The compiler's note shows the last line of their
// documentation.

/// For Swift 5 mode: write `AcInitializer(of) { @MainActor in Screen() }`.
@available(swift, obsoleted: 6)
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @isolated(any) (repeat each Argument) throws -> Product,
  fileID: StaticString = #fileID, line: UInt = #line
) { fatalError("in Swift 5 mode, write a closure: AcInitializer(of) { @MainActor in Screen() }") }

/// For Swift 5 mode: write `AcInitializer(of) { @MainActor in Screen() }`.
@available(swift, obsoleted: 6)
public func AcInitializer<each Argument, Product>(
  _ of: ClassObjectFactory,
  _ initializer: @escaping @isolated(any) (repeat each Argument) throws -> Product,
  _ sources: repeat ValueSource<each Argument>,
  fileID: StaticString = #fileID, line: UInt = #line
) { fatalError("in Swift 5 mode, write a closure: AcInitializer(of) { @MainActor in Screen() }") }
