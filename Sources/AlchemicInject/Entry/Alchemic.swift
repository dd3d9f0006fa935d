// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlchemicRuntime
@_exported public import AlchemicCore

// This folder contains the entry point of a program, and its launch arguments.

/// The entry point: starts, extends, stops and observes the main model.
///
/// ```swift
/// try Alchemic.start()
/// let wallet: Wallet = try AcGet()
/// ```
///
/// Launch arguments change the effect of a start:
///
/// - `--alchemic-nostart`, or `ALCHEMIC_NOSTART=1` in the environment: the start does nothing.
/// - `--alchemic-validate`: the start prints whether the model is valid, and the warnings, and ends
///   the program. With `--alchemic-validate=strict`, warnings are errors.
/// - `--alchemic-profile=staging`, or `ALCHEMIC_PROFILE=staging` in the environment: the model
///   contains the factories for this profile too.
/// - `--alchemic-log`: Alchemic writes events to standard error.
///
/// A program that links the product AlchemicTools accepts further arguments, which draw, explain
/// and measure its model.
///
/// If the model has problems, `--alchemic-validate` ends the program with exit code 1. An unknown
/// argument that resembles one of these ends the program with exit code 2.
public enum Alchemic {
  /// Discovers all classes that declare themselves, builds and validates the model, and creates the
  /// singletons.
  ///
  /// The steps of a start are, in this order:
  /// - The classes declare themselves. Then the configurations add declarations, then `configure`,
  ///   then the aspects.
  /// - The model is validated. If it has a problem, the start fails, and no object is created.
  /// - The objects of earlier calls of `AcSet` are stored.
  /// - The singletons are created, each after the objects that its initializer needs.
  /// - The blocks of `AcWhenReady` run.
  /// - The observers are notified of the end of the start.
  ///
  /// If a singleton needs a reference that is not set, the start announces a warning and does not
  /// create the singleton. A request creates it later.
  ///
  /// A singleton that must be awaited requires `try await Alchemic.start()`. The compiler chooses
  /// this form in an asynchronous function. A singleton of the main actor requires the same form,
  /// or a start on the main actor.
  ///
  /// - Parameters:
  ///   - mode: Whether warnings are errors.
  ///   - profiles: Profiles to activate, in addition to those that Alchemic detects by itself: see
  ///     ``AlchemicProfile``.
  ///   - configure: Adds factories, for example those that only this program or this test has.
  /// - Throws: ``AlchemicError`` with every problem of the model, or with the problem of a
  ///   singleton that could not be created; or the error of a block of `AcWhenReady`. After these
  ///   errors, Alchemic is not started. ``AlchemicError`` with `started-twice` if Alchemic is
  ///   started, or is starting.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies, and the cost of creating
  ///   the singletons.
  @available(
    *, noasync,
    message: "at the top level of a main.swift with await, write: try await Alchemic.startAsync()"
  )
  public static func start(
    _ mode: ValidationMode, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws {
    guard ProgramLaunch.permitsStart(in: profiles, of: configure) else { return }
    try Lifecycle.main.start { try build(configure, mode, in: profiles, observer: EventHub.main) }
  }

  /// Starts as `start(_:profiles:_:)` does, in the standard mode.
  @available(
    *, noasync,
    message: "at the top level of a main.swift with await, write: try await Alchemic.startAsync()"
  )
  public static func start(
    profiles: Set<AlchemicProfile> = [], _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws {
    try start(.standard, profiles: profiles, configure)
  }

  /// Validates the model as `start(profiles:_:)` does, and creates no object.
  ///
  /// Use it in a test of the whole graph. You can call it before and after the start.
  ///
  /// ```swift
  /// try Alchemic.validate(.strict)
  /// ```
  ///
  /// - Parameters:
  ///   - mode: Whether warnings are errors.
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - configure: Adds factories, as for `start(profiles:_:)`.
  /// - Returns: The warnings, and the properties that only an injection can check.
  /// - Throws: ``AlchemicError`` with every problem of the model.
  /// - Complexity: As building the model: O(*f* + *d*) in the factories and their dependencies.
  @discardableResult
  public static func validate(
    _ mode: ValidationMode, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> ValidationReport {
    try build(configure, mode, in: profiles).report
  }

  /// Validates as ``validate(_:profiles:_:)`` does, in the standard mode.
  @discardableResult
  public static func validate(
    profiles: Set<AlchemicProfile> = [], _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> ValidationReport {
    try validate(.standard, profiles: profiles, configure)
  }

  /// Adds the declarations of images that were loaded after the start, for example the classes of a
  /// plug-in.
  ///
  /// ```swift
  /// guard dlopen("libRules.so", RTLD_NOW) != nil else { … }
  /// try Alchemic.discover()            // live `@Transient var rules: [any Rule]` have them now
  /// ```
  ///
  /// The new classes declare themselves. Then `configure` adds declarations, and then the aspects.
  /// The whole model is validated. Then the model begins to use all new factories at the same
  /// moment: for requests, for properties that are resolved from now on, and for `@Transient`
  /// properties, including those that were read before. Existing objects are not created again, and
  /// the value of an `@Injected` property does not change. New singletons are created, as by
  /// `start(profiles:_:)`. Finally, the hosts with hooks are notified of each `@Transient` property
  /// whose factories have changed, in the order in which the hosts were injected.
  ///
  /// Any thread may call this function, and several threads may call it at once. Any code that may
  /// make a request may call it, except a declaration. Meanwhile, `AcSet` works as usual on other
  /// threads. If nothing is new, the only cost is reading the records of all images. The own model
  /// of a task, for example in a test, does not change.
  ///
  /// A loaded image must stay loaded: do not close it.
  ///
  /// - Parameters:
  ///   - includesRefused: Whether to try the classes again that an earlier call refused because of
  ///     their problems. Pass true together with a `configure` that solves the problems. If false,
  ///     these classes are ignored, so that one refused plug-in does not prevent later ones.
  ///   - configure: Adds further factories, for example for the plug-in.
  /// - Returns: The new factories, in the order of their declaration. Classes are in the order of
  ///   their qualified names.
  /// - Throws: ``AlchemicError`` in these cases:
  ///   - The extended model has problems. The error has each of them, and each earlier request that
  ///     would have no answer any more. The model does not change.
  ///   - `needs-await` or `needs-main-actor`: `try await` can create a new singleton, but this
  ///     thread cannot. The model does not change.
  ///   - A new singleton cannot be created. The model contains the new factories and creates their
  ///     objects on request, but no host is notified.
  ///   - `not-started`: the start has not created its singletons yet, or a declaration calls this
  ///     function.
  ///   - `start-interrupted`: ``reset(fileID:line:)`` was called meanwhile.
  /// - Complexity: O(*r*) in the conformance records of all images, about 50 ns each. If something
  ///   is new, also O(*n*) in what is new, a comparison for each different request so far, and
  ///   O(*a*) in the factories that answer a request whose answer changes. Also O(*f* + *d*) in all
  ///   factories and their dependencies if a new factory needs something of the model, or answers
  ///   an earlier need, other than an array, for which one object is expected; if the model has
  ///   warnings about needs; or if it has primaries and an earlier need fits a new factory.
  @available(
    *, noasync,
    message: "at the top level of a main.swift with await, write an async function that discovers"
  )
  @discardableResult
  public static func discover(
    includingRefused includesRefused: Bool = false, _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> [FactoryFacts] {
    try Lifecycle.main.discover(includingRefused: includesRefused, configure)
  }

  /// Builds the main model for a start on another thread.
  package static func buildMain(
    _ configure: (ModelBuilder) -> Void, in profiles: Set<AlchemicProfile> = []
  ) throws -> Model {
    try build(configure, in: profiles, observer: EventHub.main)
  }

  @inline(never)
  package static func build(
    _ configure: (ModelBuilder) -> Void, _ mode: ValidationMode = .standard,
    in profiles: Set<AlchemicProfile> = [], observer: (any ModelObserver)? = nil
  ) throws -> Model {
    let builder = try builder(configure, in: profiles, observer: observer)
    builder.mode = mode
    return try builder.build(injector: ModelHostInjector())
  }

  /// Builds the model that a start would build, even if it has problems.
  package static func buildRegardless(
    _ configure: (ModelBuilder) -> Void, in profiles: Set<AlchemicProfile>
  ) throws -> (model: Model, problems: [Problem]) {
    try builder(configure, in: profiles).buildRegardless(injector: ModelHostInjector())
  }

  /// Returns a builder with all declarations of the program.
  @inline(never)
  static func builder(
    _ configure: (ModelBuilder) -> Void, in profiles: Set<AlchemicProfile>,
    observer: (any ModelObserver)? = nil
  ) throws -> ModelBuilder {
    let builder = ModelBuilder()
    builder.observer = observer
    builder.activate(profiles, launched: ProgramLaunch.part()?.profiles)
    try discover(into: builder)
    configure(builder)
    return builder
  }

  /// Adds the discovered declarations.
  ///
  /// - Throws: `not-started` if such a declaration calls this, because the calls would never end.
  static func discover(into builder: ModelBuilder) throws {
    let thread = ThreadID.current
    let isWithin = discovering.withLock { threads in
      defer { threads.append(thread) }
      return threads.contains(thread)
    }
    defer {
      discovering.withLock { threads in
        if let last = threads.lastIndex(of: thread) { threads.remove(at: last) }
      }
    }
    if isWithin { throw AlchemicError(Problem(.isDiscovering, "Alchemic")) }
    CurrentTest.part?.limit(builder)
    builder.discover()
  }

  private static let discovering = Locked<[ThreadID]>([])

  /// The current model: the own model of the calling task, or the main model. Its description has
  /// one line for each factory.
  ///
  /// - Throws: ``AlchemicError`` with `not-started`, or with `model-gone` in a task whose own model
  ///   has ended.
  public static var model: Model {
    get throws { try CurrentModel.get(for: "Alchemic.model") }
  }

  /// Returns to the state before the start, and releases all objects of the main model. For tests.
  ///
  /// Hosts keep the objects that they have captured. Observers are removed, sequences of events
  /// end, and tasks that wait for the start throw an error.
  public static func reset(fileID: StaticString = #fileID, line: UInt = #line) {
    let location = CodeLocation(fileID: fileID, line: line)
    Lifecycle.main.reset(by: Problem.Step("Alchemic.reset()", location))
  }
}

/// Runs a block when the model is ready. If it is ready, this function runs the block immediately.
/// Otherwise the starting thread runs all blocks in the order of the calls, after the singletons
/// were created.
///
/// ```swift
/// try AcWhenReady { try Server(AcGet()).run() }
/// ```
///
/// - Parameter block: May use all functions of Alchemic.
/// - Throws: The error of the block, if the block runs immediately. If it runs later and throws,
///   the start fails with its error.
public func AcWhenReady(_ block: @escaping @Sendable () throws -> Void) rethrows {
  if CurrentModel.scoped != nil { return try block() }
  try Lifecycle.main.whenReady(block)
}

/// Renamed to ``AcWhenReady(_:)``.
@available(*, deprecated, renamed: "AcWhenReady")
public func AcExecuteWhenStarted(_ block: @escaping @Sendable () throws -> Void) rethrows {
  try AcWhenReady(block)
}
