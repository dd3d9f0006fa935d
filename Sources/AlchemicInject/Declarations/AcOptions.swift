// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AlchemicCore

/// Adds options to the factory of a class.
///
/// Call it at most once for a class. Without it, the class is a singleton, whose name is that of
/// the type.
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
// locations. A form that is no function uses the location of the registration.

/// Creates a new object for every request. The object is injected, never stored, and not created at
/// start.
public func AcTemplate(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.template, at: CodeLocation(fileID: fileID, line: line))
}

/// Declares an object that the program creates, and stores with `AcSet`. Reading it before that is
/// an error, unless it is also `AcNillable()`.
public func AcReference(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.reference, at: CodeLocation(fileID: fileID, line: line))
}

/// Prefers the factory if several match. A test can thus replace a service.
public func AcPrimary(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.primary, at: CodeLocation(fileID: fileID, line: line))
}

/// Allows the factory to hold and return nil. Optional properties can read it.
public func AcNillable(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.nillable, at: CodeLocation(fileID: fileID, line: line))
}

/// References the object weakly. For singletons and references whose products are objects.
///
/// Such a singleton is created on request instead of at start, and again after all its owners have
/// released it. Such a reference is unset again when its object is deallocated.
public func AcWeak(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.weak, at: CodeLocation(fileID: fileID, line: line))
}

/// Makes every property that is injected by this factory follow it, as if each were `@Transient`.
///
/// Reading such a property costs as much as reading a `@Transient` property. An initializer or a
/// method still captures the object that is current when it is called.
public func AcTransient(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.transient, at: CodeLocation(fileID: fileID, line: line))
}

/// Creates a singleton when it is first needed, instead of at start.
///
/// The thread that needs the object creates it. Other threads that need it meanwhile wait. If the
/// initializer waits for the main thread while the main thread waits for the object, both wait for
/// ever.
public func AcLazy(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.lazy, at: CodeLocation(fileID: fileID, line: line))
}

/// Marks a factory whose products reach outside the process: the network, a clock, files.
///
/// In a test with `.alchemic(.strict)` of the product AlchemicTesting, its use is an issue, unless
/// the test replaces it. It has no effect elsewhere.
public func AcLive(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.live, at: CodeLocation(fileID: fileID, line: line))
}

/// Sets the name by which the factory is found, unique in the model. The default is the name of the
/// type.
///
/// - Parameter name: Any text except the empty one. Names are compared like strings in Swift:
///   exactly, except that an accented letter equals the letter followed by its combining accent.
public func AcFactoryName(
  _ name: String, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .named(name, fileID: fileID, line: line)
}

/// Sets a qualifier by which the factory is found. A factory may have several.
///
/// Values, as opposed to objects, are then found by it or by their name only, never by their type
/// alone.
///
/// - Parameter qualifier: For example `MainStore.self`.
public func AcFactoryQualifier(
  _ qualifier: any AcQualifier.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .qualifier(qualifier, fileID: fileID, line: line)
}

/// Keeps one object in each open scope of a kind. The object is created when it is first requested
/// there, and released when the scope ends. A reference has another object in each.
///
/// - Parameter scope: For example `RequestScope.self`.
public func AcScope(
  _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .scope(scope, fileID: fileID, line: line)
}

/// Declares the factory for some profiles only. In others it is absent.
///
/// - Parameters:
///   - profile: A profile, for example `.preview`.
///   - more: Further profiles. One of all has to be active.
public func AcOnly(
  in profile: AlchemicProfile, _ more: AlchemicProfile..., fileID: StaticString = #fileID,
  line: UInt = #line
) -> FactoryOption {
  .only(in: [profile] + more, at: CodeLocation(fileID: fileID, line: line))
}

/// Declares a decorator: its products wrap those of every other factory of a type, and answer
/// requests for that type in their place.
///
/// The initializer receives what it wraps as its first argument of this type.
///
/// - Parameter type: For example `(any Store).self`.
public func AcDecorates(
  _ type: Any.Type, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .decorates(type, fileID: fileID, line: line)
}

/// Sets the position in arrays, and of a decorator: one with a lower position is nearer to what is
/// decorated. Lower positions come first. Factories without a position come last,
/// in the order of their declaration.
///
/// - Parameter position: Need not be unique.
public func AcOrder(
  _ position: Int, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .order(position, fileID: fileID, line: line)
}

// MARK: Deprecated

// The names in Alchemic 2.

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

/// Creates a new object for every request, as ``AcTemplate(fileID:line:)`` does, but only one
/// within the request: all that is created for it shares the object.
///
/// A request begins with the outermost call that asks for something, or with the first read of a
/// property, and ends when that returns. What an initializer or a hook asks for meanwhile belongs
/// to it, and so does what a task awaits in it. A property that is read later, or a provider that
/// is called later, begins a request of its own. The model does not retain the object.
public func AcPerRequest(fileID: StaticString = #fileID, line: UInt = #line) -> FactoryOption {
  FactoryOption(.perRequest, at: CodeLocation(fileID: fileID, line: line))
}

/// Creates a singleton again when it is asked for after a time has passed since it was created or
/// set: a token, an exchange rate.
///
/// The request creates the new object, and other threads wait for it. Then `@Transient` properties
/// return it, and the hosts with hooks that follow are notified. If the creation fails, the request
/// fails, and the next one tries again. Objects that have the old one keep it, so it is not stopped
/// but released: let its `deinit` end what it has begun. Every request looks at the clock, which
/// costs about 100 ns; nothing runs in the background.
///
/// - Parameter time: More than zero. The clock goes on while the machine sleeps.
public func AcExpires(
  after time: Duration, fileID: StaticString = #fileID, line: UInt = #line
) -> FactoryOption {
  .expires(after: time, fileID: fileID, line: line)
}
