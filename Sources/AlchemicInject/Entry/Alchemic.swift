// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AlchemicRuntime
@_exported public import AlchemicCore

// This folder has what a program starts with.

/// The entry point: starts the model, extends it, and announces what happens in it.
///
/// ```swift
/// try Alchemic.start()
/// let wallet: Wallet = try AcGet()
/// ```
///
/// A program that is launched with `--alchemic-nostart` (or with `ALCHEMIC_NOSTART=1` in its
/// environment) starts without it; with `--alchemic-validate` it prints the verdict on its model
/// instead, with `--alchemic-graph=dot`, `mermaid` or `json` a drawing of it, and ends, with 1 if
/// the model has problems; with `--alchemic-log` it writes what happens to standard error. Anything
/// else that looks like one of these ends the program with 2.
public enum Alchemic {
  /// Finds every class that declares itself, builds and checks the model, and makes the singletons.
  ///
  /// In this order: the classes declare themselves, the configurations add to them, `configure`
  /// adds to both, the aspects to all; the model is checked, and nothing is made unless all of it
  /// is sound; objects that were set before are stored; singletons are made, each after what its
  /// initializer needs; the blocks of `AcWhenReady` run; observers are told.
  ///
  /// A singleton that needs a reference that was not set is not made, which is a warning: it is
  /// made on request.
  ///
  /// A singleton that has to be awaited needs `try await Alchemic.start()`, which is what the
  /// compiler takes in an asynchronous function; one of the main actor needs that, or a start on
  /// the main actor.
  ///
  /// - Parameter configure: Adds factories: what this program, or this test, has of its own.
  /// - Throws: ``AlchemicError`` with every problem of the model, or with that of the singleton
  ///   that could not be made, or what a block of `AcWhenReady` threw; then Alchemic is not
  ///   started. `started-twice` if it was started before.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies, and what making the
  ///   singletons costs.
  public static func start(_ configure: (ModelBuilder) -> Void = { _ in }) throws {
    guard Launch.permitsStart(of: configure) else { return }
    try Lifecycle.main.start { try build(configure, observer: EventHub.main) }
  }

  /// Does the same, and awaits singletons that are made by asynchronous functions.
  ///
  /// These are made first, at the same time as far as they do not need each other; then the
  /// singletons of the main actor, there; then all others, where the caller is.
  ///
  /// - Parameter configure: Adds factories, as for the start that does not wait.
  /// - Throws: As the start that does not wait; `CancellationError` if the task is cancelled
  ///   meanwhile: then Alchemic is not started.
  public nonisolated(nonsending) static func start(
    _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws {
    guard Launch.permitsStart(of: configure) else { return }
    try await Lifecycle.main.startAwaiting { try build(configure, observer: EventHub.main) }
  }

  /// Starts on a thread of its own, and returns at once: see ``start(_:)``.
  ///
  /// Singletons that have to be awaited are awaited; those of the main actor are made there, as
  /// soon as it is free. ``started()`` and `AcWhenReady` tell when it is done. A request that comes
  /// before the model is built waits for that; one that comes before a singleton is made makes it,
  /// or waits for it. One for what has to be awaited is an error until that is there.
  ///
  /// - Parameter configure: Adds factories, as for ``start(_:)``; runs on that thread.
  /// - Throws: ``AlchemicError`` with `started-twice`. What the start itself throws is thrown by
  ///   ``started()``, and is part of the error of every request that comes after.
  public static func startInBackground(
    _ configure: @escaping @Sendable (ModelBuilder) -> Void = { _ in }
  ) throws {
    guard Launch.permitsStart(of: configure) else { return }
    try Lifecycle.main.startInBackground {
      try build(configure, observer: EventHub.main)
    } whenFailed: { _ in
    }
  }

  /// Starts in the background while the program is loaded; a failure is written to standard error.
  package static func startAtLoad(arguments: [String]) throws {
    guard Launch.permitsStart(by: arguments, of: { _ in }) else { return }
    try Lifecycle.main.startInBackground(isAtLoad: true) {
      try build({ _ in }, observer: EventHub.main)
    } whenFailed: { error in
      Launch.report("\(error)")
    }
  }

  /// Says that nothing is started while the program is loaded, and why.
  package static func refuseStartAtLoad(_ reason: String) {
    Launch.report(reason)
    Lifecycle.main.refuseStart(because: reason)
  }

  /// Waits until Alchemic is started, by whomever; also for a start that has not begun yet.
  ///
  /// Not for initializers: the start waits for them.
  ///
  /// - Throws: What the start threw; ``AlchemicError`` with `not-started` if the program was
  ///   launched not to start; `CancellationError` if the task is cancelled.
  public static func started() async throws { try await Lifecycle.main.started() }

  /// Checks the model as ``start(_:)`` does, and makes nothing.
  ///
  /// For a test that the whole graph is sound. May be called before and after the start.
  ///
  /// - Parameter configure: Adds factories, as for ``start(_:)``.
  /// - Throws: ``AlchemicError`` with every problem of the model.
  public static func validate(_ configure: (ModelBuilder) -> Void = { _ in }) throws {
    _ = try build(configure)
  }

  /// Adds what images that were loaded after the start declare: the classes of a plug-in.
  ///
  /// ```swift
  /// guard dlopen("libRules.so", RTLD_NOW) != nil else { … }
  /// try Alchemic.discover()            // live `@Transient var rules: [any Rule]` have them now
  /// ```
  ///
  /// The new classes declare themselves, `configure` adds to them, the aspects to all; the whole
  /// model is checked. Then all at once the model answers with what is new: requests, properties
  /// that are resolved from now on, and `@Transient` properties, also those that were read before.
  /// What exists stays: no object is made again, and what `@Injected` has captured does not change.
  /// New singletons are made, as by ``start(_:)``, then hosts with hooks are told, in the order in
  /// which they were injected, of each `@Transient` property that other factories answer now.
  ///
  /// It may be called from any thread, several may at once, and from wherever a request may be
  /// made, but not by a declaration. A set of another thread's that comes while it runs is seen as
  /// always. If nothing is new, it costs reading the records of all images. A model that a test has
  /// for its task is not touched.
  ///
  /// An image that was loaded stays: do not close it.
  ///
  /// - Parameters:
  ///   - includesRefused: Whether what did not fit the model before is tried again, with a
  ///     `configure` that makes it fit; else it is left where it is, so that a plug-in that does
  ///     not fit keeps none away that comes after it.
  ///   - configure: Adds factories besides: what the program itself has to say of the plug-in.
  /// - Returns: The new factories, in the order of their declaration: classes in that of their
  ///   qualified names.
  /// - Throws: ``AlchemicError`` with every problem of the model as it would be, also a request
  ///   that was answered until now and would not be any more: then nothing has changed. If a new
  ///   singleton cannot be made, its error: then what is new is in the model, is made on request,
  ///   and nobody was told. `not-started` before the singletons of the start are made and from
  ///   within a declaration; `needs-await` and `needs-main-actor` for singletons that this thread
  ///   cannot make, where `try await` can, before anything has changed; `start-interrupted` if
  ///   ``reset()`` was called meanwhile.
  /// - Complexity: O(*r*) in the conformance records of all images. If something is new also O(*f*
  ///   + *d*) in all factories and their dependencies, and O(*w*) in the requests of different
  ///   kinds that were made so far.
  @discardableResult
  public static func discover(
    includingRefused includesRefused: Bool = false, _ configure: (ModelBuilder) -> Void = { _ in }
  ) throws -> [FactoryFacts] {
    try Lifecycle.main.discover(includingRefused: includesRefused, configure)
  }

  /// Does the same, and awaits new singletons that are made by asynchronous functions, as the start
  /// that waits does.
  ///
  /// - Parameters:
  ///   - includesRefused: As for the form that does not wait.
  ///   - configure: As for the form that does not wait.
  /// - Returns: As the form that does not wait.
  /// - Throws: As the form that does not wait; `CancellationError` if the task is cancelled
  ///   meanwhile: then what is new is in the model, and is made on request.
  @discardableResult
  public nonisolated(nonsending) static func discover(
    includingRefused includesRefused: Bool = false, _ configure: (ModelBuilder) -> Void = { _ in }
  ) async throws -> [FactoryFacts] {
    try await Lifecycle.main.discoverAwaiting(includingRefused: includesRefused, configure)
  }

  @inline(never)
  static func build(
    _ configure: (ModelBuilder) -> Void, observer: (any ModelObserver)? = nil
  ) throws -> Model {
    let builder = ModelBuilder()
    builder.discover()
    configure(builder)
    return try builder.build(injector: ModelHostInjector(), observer: observer)
  }

  /// The model that answers here and now; its description is one line for each factory.
  ///
  /// - Throws: ``AlchemicError`` with `not-started`.
  public static var model: Model {
    get throws { try CurrentModel.get(for: "Alchemic.model") }
  }

  /// Goes back to before the start and releases every object of the model. For tests.
  ///
  /// Objects that hosts have captured stay as long as these. Observers are let go, sequences of
  /// events end, tasks that wait for the start get an error.
  public static func reset() { Lifecycle.main.reset() }

  // MARK: Events

  /// Calls `observer` with what happens from now on, on the thread on which it happens.
  ///
  /// - Parameter observer: Called without any lock held; it may use Alchemic.
  /// - Returns: How to end it; else it listens until ``reset()``.
  @discardableResult
  public static func observe(
    _ observer: @escaping @Sendable (AlchemicEvent) -> Void
  ) -> AlchemicObservation {
    AlchemicObservation(number: EventHub.main.add(observer))
  }

  /// What happens from now on, as a sequence that ends with ``reset()`` or its task.
  ///
  /// ```swift
  /// for await event in Alchemic.events { print(event) }
  /// ```
  ///
  /// Events wait until they are read, at most 65,536 of them: if more come, the oldest are dropped.
  /// Meanwhile they keep no object alive: one of ``AlchemicEvent/didStoreObject(factory:values:)``
  /// may be gone when its event is read.
  public static var events: AsyncStream<AlchemicEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(65_536)) { continuation in
      let number = EventHub.main.add(
        { event in
          guard case .didStoreObject(let factory, let values) = event else {
            continuation.yield(event)
            return
          }
          continuation.yield(
            .didStoreObject(factory: factory, values: values.withoutObjects))
        }, end: { continuation.finish() })
      continuation.onTermination = { _ in EventHub.main.remove(number) }
    }
  }

  /// Tells observers of something that works but is hardly meant.
  package static func warn(_ warning: ModelWarning) { EventHub.main.announce(.warning(warning)) }
}

/// Runs a block when the model is ready: at once on the caller's thread if it is, else after the
/// singletons were made, on the thread that starts, in the order of the calls.
///
/// ```swift
/// try AcWhenReady { try Server(AcGet()).run() }
/// ```
///
/// - Parameter block: May use every function of Alchemic.
/// - Throws: What the block throws, if it runs at once. If it has to wait, the start throws it, and
///   fails.
public func AcWhenReady(_ block: @escaping @Sendable () throws -> Void) rethrows {
  if CurrentModel.scoped != nil { return try block() }
  try Lifecycle.main.whenReady(block)
}

/// Now ``AcWhenReady(_:)``.
@available(*, deprecated, renamed: "AcWhenReady")
public func AcExecuteWhenStarted(_ block: @escaping @Sendable () throws -> Void) rethrows {
  try AcWhenReady(block)
}
