import AlchemicCore
import AlchemicInject
import Testing

/// The model of a test: a child of all that the program declares.
struct TestModel {
  let model: Model
  let observer: TestObserver

  /// Builds and validates the model.
  ///
  /// - Parameters:
  ///   - test: The test, whose name is in the message of a use after the end.
  ///   - observer: Records what the model uses and creates.
  ///   - isInnermost: Whether no other trait of the test declares anything. The traits of a test
  ///     are checked together.
  ///   - configure: Declares what the test has of its own.
  /// - Throws: ``AlchemicError`` with every problem of the model; the error of `configure`.
  init(
    of test: Test, _ observer: TestObserver, isInnermost: Bool,
    _ configure: (ModelBuilder) throws -> Void
  ) throws {
    self.observer = observer
    let builder = ModelBuilder(childOf: try Self.parent())
    try configure(builder)
    model = try builder.buildChild(
      named: "the test '\(test.title)'", sharing: .none, injector: ObservedInjector(observer),
      isForChildren: !isInnermost, observer: observer)
  }

  /// The model of the suite around the test; otherwise the main model, if the program itself has
  /// started it; otherwise a model of all that is discovered.
  ///
  /// A main model that a test with `.alchemicMain` has started contains what that test declares.
  static func parent() throws -> Model {
    if let scoped = CurrentModel.scoped { return scoped }
    return try withDoubles(
      MainModelGate.main.whileFree { CurrentModel.main } ?? ProgramModel.discovered())
  }

  /// The last model with test doubles, and the model of which it is a child.
  private static let known = Locked<(base: ModelRevision, model: Model)?>(nil)

  /// Returns a child with the test doubles of the process, which wins over the program's model;
  /// the model itself if there are none.
  private static func withDoubles(_ base: Model) throws -> Model {
    let revision = base.revision
    if let known = known.withLock({ $0 }), known.base === revision { return known.model }
    let builder = ModelBuilder(childOf: base)
    let model =
      builder.discoverTestDoubles()
      ? try builder.buildChild(
        named: "the tests", sharing: .none, injector: ModelHostInjector(), isForChildren: true)
      : base
    // The former is released outside the lock.
    let former = known.withLock { known in
      defer { known = (revision, model) }
      return known
    }
    withExtendedLifetime(former) {}
    return model
  }

  /// Runs an operation with the model as the current one, and ends the model.
  nonisolated(nonsending) func run(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    try await TestObserver.$current.withValue(observer) {
      try await CurrentModel.withModel(model) {
        defer { model.end() }
        try await operation()
      }
    }
  }
}

extension Test {
  /// The name of the test within its module, for example `ShopTests/pays()`.
  var title: String { id.nameComponents.joined(separator: "/") }
}
