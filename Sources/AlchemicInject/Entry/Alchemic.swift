// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlchemicRuntime
@_exported public import AlchemicCore

// This folder contains the entry point of a program, and its launch arguments.

/// The entry point: starts the model, extends it, and announces its events.
///
/// ```swift
/// try Alchemic.start()
/// let wallet: Wallet = try AcGet()
/// ```
///
/// Launch arguments change the effect of a start:
///
/// - `--alchemic-nostart`, or `ALCHEMIC_NOSTART=1` in the environment: nothing is started.
/// - `--alchemic-validate`: the program prints whether its model is valid, and its warnings, and
///   ends. With `--alchemic-validate=strict`, warnings are errors.
/// - `--alchemic-profile=staging`, or `ALCHEMIC_PROFILE=staging` in the environment: the factories
///   for this profile are in the model, too.
/// - `--alchemic-log`: events are written to standard error.
///
/// A program that links the product AlchemicTools has further ones, which draw, explain and measure
/// its model.
///
/// If the model has problems, a program that prints its validity ends with 1. Any other argument
/// that resembles one of these ends the program with 2.
public enum Alchemic {
  /// Discovers all classes that declare themselves, builds and validates the model, and creates the
  /// singletons.
  ///
  /// The steps are, in this order: the classes declare themselves, the configurations add
  /// declarations, `configure` adds further ones, and then the aspects; the model is validated, and
  /// no object is created unless all of it is valid; objects that were set before are stored;
  /// singletons are created, each after the objects that its initializer needs; the blocks of
  /// `AcWhenReady` run; observers are notified.
  ///
  /// A singleton that needs a reference that is not set is created on request. The start only
  /// announces a warning.
  ///
  /// A singleton that must be awaited requires `try await Alchemic.start()`, which the compiler
  /// chooses in an asynchronous function. A singleton of the main actor requires that too, or a
  /// start on the main actor.
  ///
  /// - Parameters:
  ///   - mode: Whether warnings are errors, so that nothing is created if there is any.
  ///   - profiles: Profiles to start in, besides those that are active by themselves: see
  ///     ``AlchemicProfile``.
  ///   - configure: Adds factories that only this program or this test has.
  /// - Throws: ``AlchemicError`` with every problem of the model, or with the problem of a
  ///   singleton that could not be created; or the error of a block of `AcWhenReady`. Then Alchemic
  ///   is not started. `started-twice` if it was started before.
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
    guard Launch.permitsStart(in: profiles, of: configure) else { return }
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

  /// Starts as the synchronous form does, and awaits singletons that asynchronous functions create.
  ///
  /// These are created first, concurrently where they do not need each other. Then the main actor
  /// creates its singletons. All others are created on the caller's actor.
  ///
  /// - Parameters:
  ///   - mode: As for the synchronous form.
  ///   - profiles: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Throws: As the synchronous form; `CancellationError` if the task is cancelled meanwhile.
  ///   Then Alchemic is not started.
  public nonisolated(nonsending) static func start(
    _ mode: ValidationMode, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws {
    guard Launch.permitsStart(in: profiles, of: configure) else { return }
    try await Lifecycle.main.startAwaiting {
      try build(configure, mode, in: profiles, observer: EventHub.main)
    }
  }

  /// Starts as the asynchronous `start(_:profiles:_:)` does, in the standard mode.
  public nonisolated(nonsending) static func start(
    profiles: Set<AlchemicProfile> = [], _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws {
    try await start(.standard, profiles: profiles, configure)
  }

  /// Starts as the asynchronous form of `start(profiles:_:)` does, under a name of its own.
  ///
  /// For the top level of a `main.swift`, where Swift selects the synchronous form of a function,
  /// even after `await`.
  ///
  /// - Parameters:
  ///   - mode: As for the synchronous form.
  ///   - profiles: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Throws: As the asynchronous form of `start(_:profiles:_:)`.
  public nonisolated(nonsending) static func startAsync(
    _ mode: ValidationMode = .standard, profiles: Set<AlchemicProfile> = [],
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws { try await start(mode, profiles: profiles, configure) }

  /// Starts on a thread of its own, and returns without waiting: see `start(profiles:_:)`.
  ///
  /// The start awaits singletons that must be awaited. The main actor creates its singletons as
  /// soon as it is free. ``started()`` waits for the end of the start, and `AcWhenReady` runs a
  /// block then. A request before the model is built waits until it is. A request for a singleton
  /// that does not exist yet creates it, or waits for it. A request for an object that must be
  /// awaited fails until the object exists.
  ///
  /// - Parameters:
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - configure: Adds factories, as for `start(_:profiles:_:)`. It runs on that thread.
  /// - Throws: ``AlchemicError`` with `started-twice`. ``started()`` throws the errors of the start
  ///   itself, and the error of every later request contains them.
  public static func startInBackground(
    profiles: Set<AlchemicProfile> = [],
    _ configure: @escaping @Sendable (ModelBuilder) -> Void = { _ in }
  ) throws {
    guard Launch.permitsStart(in: profiles, of: configure) else { return }
    try Lifecycle.main.startInBackground {
      try build(configure, in: profiles, observer: EventHub.main)
    } whenFailed: { _ in
    }
  }

  /// Starts in the background while the program is loaded. Writes a failure to standard error.
  package static func startAtLoad(arguments: [String]) throws {
    guard Launch.permitsStart(by: arguments, of: { _ in }) else { return }
    try Lifecycle.main.startInBackground(isAtLoad: true) {
      try build({ _ in }, observer: EventHub.main)
    } whenFailed: { error in
      Launch.report("\(error)")
    }
  }

  /// Reports that nothing is started while the program is loaded, and the reason.
  package static func refuseStartAtLoad(_ reason: String) {
    Launch.report(reason)
    Lifecycle.main.refuseStart(because: reason)
  }

  /// Waits until Alchemic is started, even if the start has not begun yet.
  ///
  /// Do not call it in an initializer, because the start waits for the initializer.
  ///
  /// - Throws: The error of the start; ``AlchemicError`` with `not-started` if the program was
  ///   launched not to start; `CancellationError` if the task is cancelled.
  public static func started() async throws { try await Lifecycle.main.started() }

  /// Validates the model as `start(profiles:_:)` does, and creates no object.
  ///
  /// For a test of the whole graph. It can be called before and after the start.
  ///
  /// ```swift
  /// try Alchemic.validate(.strict)
  /// ```
  ///
  /// - Parameters:
  ///   - mode: Whether warnings are errors.
  ///   - profiles: As for `start(_:profiles:_:)`.
  ///   - configure: Adds factories, as for `start(profiles:_:)`.
  /// - Returns: The warnings, and what only an object can show.
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
  /// The new classes declare themselves, `configure` adds further declarations, and then the
  /// aspects; the whole model is validated. Then the model starts to use all new factories at the
  /// same moment: for requests, for properties that are resolved from now on, and for `@Transient`
  /// properties, including those that were read before. Existing objects are not created again, and
  /// the value of an `@Injected` property does not change. New singletons are created, as by
  /// `start(profiles:_:)`. Then the hosts with hooks are notified of each `@Transient` property
  /// that other factories answer now, in the order in which they were injected.
  ///
  /// Any thread may call this function, also several at once. It may be called wherever a request
  /// may be made, but not by a declaration. Meanwhile, `AcSet` works as usual on other threads. If
  /// nothing is new, the only cost is reading the records of all images. The model of a task, for
  /// example in a test, does not change.
  ///
  /// A loaded image must stay loaded: do not close it.
  ///
  /// - Parameters:
  ///   - includesRefused: Whether classes that did not fit the model before are tried again, with a
  ///     `configure` that makes them fit. Otherwise they are ignored, so that a plug-in that does
  ///     not fit does not prevent later ones.
  ///   - configure: Adds further factories, for example for the plug-in.
  /// - Returns: The new factories, in the order of their declaration. Classes are in the order of
  ///   their qualified names.
  /// - Throws: ``AlchemicError`` with every problem of the extended model, and every request that
  ///   was answered until now and would have no answer any more; then nothing has changed. If a new
  ///   singleton cannot be created, its error; then the model contains the new factories and
  ///   creates their objects on request, and no host was notified. `not-started` before the start
  ///   has created its singletons, and within a declaration. `needs-await` and `needs-main-actor`
  ///   for singletons that this thread cannot create and `try await` can, before anything has
  ///   changed. `start-interrupted` if ``reset()`` was called meanwhile.
  /// - Complexity: O(*r*) in the conformance records of all images. If something is new, also
  ///   O(*f* + *d*) in all factories and their dependencies, and O(*w*) in the different requests
  ///   so far.
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

  /// Extends the model as the synchronous form does, and awaits new singletons that asynchronous
  /// functions create.
  ///
  /// - Parameters:
  ///   - includesRefused: As for the synchronous form.
  ///   - configure: As for the synchronous form.
  /// - Returns: As the synchronous form.
  /// - Throws: As the synchronous form; `CancellationError` if the task is cancelled while it
  ///   creates the singletons. Then the model contains the new factories, and creates their objects
  ///   on request.
  @discardableResult
  public nonisolated(nonsending) static func discover(
    includingRefused includesRefused: Bool = false, _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws -> [FactoryFacts] {
    try await Lifecycle.main.discoverAwaiting(includingRefused: includesRefused, configure)
  }

  @inline(never)
  static func build(
    _ configure: (ModelBuilder) -> Void, _ mode: ValidationMode = .standard,
    in profiles: Set<AlchemicProfile> = [], observer: (any ModelObserver)? = nil
  ) throws -> Model {
    let builder = try builder(configure, in: profiles, observer: observer)
    builder.mode = mode
    return try builder.build(injector: ModelHostInjector())
  }

  /// Builds the model that a start would build, also if it has problems.
  package static func buildRegardless(
    _ configure: (ModelBuilder) -> Void, in profiles: Set<AlchemicProfile>
  ) throws -> (model: Model, problems: [Problem]) {
    try builder(configure, in: profiles).buildRegardless(injector: ModelHostInjector())
  }

  /// Returns a builder with all that a program declares.
  @inline(never)
  private static func builder(
    _ configure: (ModelBuilder) -> Void, in profiles: Set<AlchemicProfile>,
    observer: (any ModelObserver)? = nil
  ) throws -> ModelBuilder {
    let builder = ModelBuilder()
    builder.observer = observer
    builder.activate(profiles, launched: LaunchArguments.profiles)
    try discover(into: builder)
    configure(builder)
    return builder
  }

  /// Adds what declares itself.
  ///
  /// - Throws: `not-started` within such a declaration, which would be called again, without end.
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
    builder.discover()
  }

  private static let discovering = Locked<[ThreadID]>([])

  /// The model for the calling task or thread. Its description has one line for each factory.
  ///
  /// - Throws: ``AlchemicError`` with `not-started`.
  public static var model: Model {
    get throws { try CurrentModel.get(for: "Alchemic.model") }
  }

  /// Returns to the state before the start, and releases all objects of the model. For tests.
  ///
  /// Hosts keep the objects that they have captured. Observers are removed, sequences of events
  /// end, and tasks that wait for the start throw an error.
  public static func reset() { Lifecycle.main.reset() }
}

/// Runs a block when the model is ready: immediately on the caller's thread if it is ready;
/// otherwise after the singletons were created, on the starting thread, in the order of the calls.
///
/// ```swift
/// try AcWhenReady { try Server(AcGet()).run() }
/// ```
///
/// - Parameter block: May use all functions of Alchemic.
/// - Throws: The error of the block, if it runs immediately. If it runs later, the start throws its
///   error and fails.
public func AcWhenReady(_ block: @escaping @Sendable () throws -> Void) rethrows {
  if CurrentModel.scoped != nil { return try block() }
  try Lifecycle.main.whenReady(block)
}

/// Renamed to ``AcWhenReady(_:)``.
@available(*, deprecated, renamed: "AcWhenReady")
public func AcExecuteWhenStarted(_ block: @escaping @Sendable () throws -> Void) rethrows {
  try AcWhenReady(block)
}
