// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Adds options to the factory of a class.
///
/// Call it at most once for a class. Without it, the factory is a singleton with the name of the
/// class.
///
/// - Parameters:
///   - of: The parameter of `alchemic(_:)`.
///   - options: For example `.template`, `.named("main")`.
public func AcRegister(
  _ of: ClassObjectFactory, _ options: FactoryOption..., fileID: StaticString = #fileID,
  line: UInt = #line
) {
  of.register(options, at: CodeLocation(fileID: fileID, line: line))
}

// Each option has a form with a leading dot, for example `.template`. The functions store their
// source location, so that a message about two options that exclude each other contains both
// locations. A form that is a static property has the location of the registration.

/// Creates a new object for every request. The object is injected, never stored, and not created at
/// start.
public func AcTemplate(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .template.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Declares an object that the program creates, and stores with `AcSet`. A read before `AcSet` is
/// an error, unless the factory also has the option `AcNillable()`.
public func AcReference(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .reference.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Prefers the factory if several match. So a test can replace a service.
public func AcPrimary(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .primary.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Makes the factory give way to every other one that fits a request. So a program can replace what
/// a library offers.
public func AcFallback(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .fallback.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Allows the factory to create, store and return nil. A property of an optional type can read it.
public func AcNillable(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .nillable.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Makes the model reference the object weakly. For singletons and references whose products are
/// objects.
///
/// Such a singleton is created on request instead of at start. After all owners have released the
/// object, a request creates another. Such a reference is unset again when its object is
/// deallocated.
public func AcWeak(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .weak.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Makes every property that takes its value from this factory follow it, as if the property were
/// `@Transient`.
///
/// A read of such a property costs as much as a read of a `@Transient` property. An initializer or
/// a method still captures the current object when it is called.
public func AcTransient(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .transient.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Creates a singleton when it is first needed, instead of at start.
///
/// The first thread that requests the object creates it. Other threads that request it meanwhile
/// wait. If the initializer waits for the main thread while the main thread waits for the object,
/// both wait for ever.
public func AcLazy(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .lazy.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Marks a factory whose products reach outside the process: the network, a clock, files.
///
/// In a test with the trait `.alchemic(.strict)` of the product AlchemicTesting, the use of the
/// factory is an issue, unless the test replaces it. The option has no other effect.
public func AcLive(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .live.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Sets the name of the factory, by which a request finds it. The name is unique in the model. The
/// default is the name of the type.
///
/// - Parameter name: Any text except the empty one. Names are compared like strings in Swift:
///   exactly, except that an accented letter equals the letter followed by its combining accent.
public func AcFactoryName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .named(name, fileID: fileID, line: line)
}

/// Adds a qualifier to the factory, by which a request finds it. A factory may have several
/// qualifiers.
///
/// If the product is a value and not an object, a request finds it by the qualifier or by its name
/// only, never by its type alone.
///
/// - Parameter qualifier: For example `MainStore.self`.
public func AcFactoryQualifier(
  _ qualifier: any AcQualifier.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .qualifier(qualifier, fileID: fileID, line: line)
}

/// Keeps one object in each open scope of a kind. The object is created at its first request in the
/// scope, and released at the end of the scope. A reference is set separately in each scope.
///
/// - Parameter scope: For example `RequestScope.self`.
public func AcScope(
  _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .scope(scope, fileID: fileID, line: line)
}

/// Declares the factory for some profiles only. If none of them is active, the model does not
/// contain the factory.
///
/// - Parameters:
///   - profile: A profile, for example `.preview`.
///   - more: Further profiles. At least one of all these profiles must be active.
public func AcOnly(
  in profile: AlchemicProfile, _ more: AlchemicProfile..., fileID: StaticString = #fileID,
  line: UInt = #line
) -> FactoryOption {
  .only(in: [profile] + more, at: CodeLocation(fileID: fileID, line: line))
}

/// Declares a decorator: its products wrap the products of every other factory of a type, and
/// replace them in every request for that type.
///
/// The first argument of this type receives the wrapped product.
///
/// - Parameter type: For example `(any Store).self`.
public func AcDecorates(
  _ type: Any.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .decorates(type, fileID: fileID, line: line)
}

/// Sets the position of the product in arrays, or the position of a decorator. In an array, lower
/// positions come first. Factories without a position come last, in the order of their declaration.
/// A decorator with a lower position is nearer to the wrapped product.
///
/// - Parameter position: The position, which need not be unique.
public func AcOrder(
  _ position: Int, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .order(position, fileID: fileID, line: line)
}

/// Creates one object for each request. All objects that are created for the request share it.
///
/// A request begins with the outermost call, for example of `AcGet`, or with the first read of a
/// property. It ends when the call or the read returns. Requests that initializers and hooks make
/// meanwhile are part of it, and so are requests that a task awaits in it. A later read of a
/// property, or a later call of a provider, begins a new request. The model does not retain the
/// object.
public func AcPerRequest(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  .perRequest.located(at: CodeLocation(fileID: fileID, line: line))
}

/// Makes a singleton expire: a request after a time creates a new object, for example a token or an
/// exchange rate. The time begins when the object is created or set.
///
/// One thread creates the new object, and other threads that request it wait. Then `@Transient`
/// properties return the new object, and the hosts with hooks that follow are notified. If the
/// creation fails, the request fails, and the next request tries again. Objects that have the old
/// object keep it. The model releases the old object and does not stop it, so its `deinit` must do
/// the work of `stop()`. Every request reads the clock, which costs about 100 ns. Nothing runs in
/// the background.
///
/// - Parameter time: The time, which must be more than zero. The clock continues while the machine
///   sleeps.
public func AcExpires(
  after time: Duration, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .expires(after: time, fileID: fileID, line: line)
}

/// Lets callers pass a run of arguments, by their positions, the first of which is 1. See
/// ``FactoryOption/arguments(_:fileID:line:)``.
///
/// - Parameter positions: For example `1...2`.
public func AcArguments(
  _ positions: ClosedRange<Int>, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .arguments(positions, fileID: fileID, line: line)
}

// MARK: Deprecated

// The names of Alchemic 2.

/// Renamed to ``AcTemplate(fileID:line:)``.
@available(*, deprecated, renamed: "AcTemplate")
public func AcFactory(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcTemplate(fileID: fileID, line: line)
}

/// Renamed to ``AcReference(fileID:line:)``.
@available(*, deprecated, renamed: "AcReference")
public func AcExternal(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  AcReference(fileID: fileID, line: line)
}

/// Renamed to ``AcFactoryName(_:fileID:line:)``.
@available(*, deprecated, renamed: "AcFactoryName")
public func AcWithName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  AcFactoryName(name, fileID: fileID, line: line)
}
