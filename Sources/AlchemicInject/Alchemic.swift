@_exported public import AlchemicCore

/// The door to everything: it starts the model and hands out what the functions and the wrappers
/// ask for.
///
/// ```swift
/// try Alchemic.start()
/// let wallet: Wallet = try AcGet()
/// ```
public enum Alchemic {
  /// Finds every class that declares itself, builds and checks the model, and makes the singletons.
  ///
  /// In this order: the classes declare themselves, the configurations add to them, `configure` adds
  /// to both; the model is checked, and nothing is made unless all of it is sound; objects that were
  /// set before are stored; singletons are made, each after what its initializer needs; the blocks
  /// of `AcWhenReady` run; observers are told.
  ///
  /// - Parameter configure: Adds factories: what this program, or this test, has of its own.
  /// - Throws: ``AlchemicError`` with every problem of the model, or with that of the singleton that
  ///   could not be made; then Alchemic is not started. `started-twice` if it was started before.
  /// - Complexity: O(*f* + *d*) in the factories and their dependencies, and what making the
  ///   singletons costs.
  public static func start(_ configure: (ModelBuilder) -> Void = { _ in }) throws {
    try Lifecycle.main.start {
      let builder = ModelBuilder()
      builder.discover()
      configure(builder)
      return try builder.build(injector: ModelHostInjector())
    }
  }

  /// Checks the model as ``start(_:)`` does, and makes nothing.
  ///
  /// For a test that the whole graph is sound. May be called before and after the start.
  ///
  /// - Parameter configure: Adds factories, as for ``start(_:)``.
  /// - Throws: ``AlchemicError`` with every problem of the model.
  public static func validate(_ configure: (ModelBuilder) -> Void = { _ in }) throws {
    let builder = ModelBuilder()
    builder.discover()
    configure(builder)
    _ = try builder.build(injector: ModelHostInjector())
  }

  /// Goes back to before the start and releases every object of the model. For tests.
  ///
  /// Objects that hosts have captured stay as long as these.
  public static func reset() { Lifecycle.main.reset() }

  /// Calls `observer` with what happens from now on, on the thread on which it happens.
  ///
  /// - Parameter observer: Called without any lock held; it may use Alchemic.
  public static func observe(_ observer: @escaping @Sendable (AlchemicEvent) -> Void) {
    Lifecycle.main.add(observer)
  }
}
