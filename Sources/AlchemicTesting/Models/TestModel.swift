import AlchemicCore
import AlchemicInject
import Testing

/// The model of a test: a child of the model that the program declares.
struct TestModel {
  let model: Model
  let observer: TestObserver

  /// Builds and validates the model.
  ///
  /// - Parameters:
  ///   - test: The test. The message of a use after its end contains its name.
  ///   - observer: Records the factories that the model uses, and the hosts that it creates.
  ///   - isInnermost: Whether this is the innermost trait of the test. Only the innermost model is
  ///     validated, because the traits of a test are validated together.
  ///   - configure: Adds the declarations of the trait.
  /// - Throws: ``AlchemicError`` with every problem of the model; the error of `configure`.
  init(
    of test: Test, _ observer: TestObserver, isInnermost: Bool,
    _ configure: (ModelBuilder) throws -> Void
  ) throws {
    self.observer = observer
    let builder = ModelBuilder(inheriting: try Self.parent().inheritanceForChild())
    try configure(builder)
    model = try builder.buildChild(
      named: "the test '\(test.title)'", sharing: .none, injector: ObservedInjector(observer),
      isForChildren: !isInnermost, observer: observer)
  }

  /// The model of the suite that contains the test. Without one, the main model if the program
  /// itself has started it. Otherwise the model of everything that Alchemic discovers.
  ///
  /// A main model that a test with `.alchemicMain` has started is not used, because it contains the
  /// declarations of that test.
  static func parent() throws -> Model {
    if let scoped = CurrentModel.scoped { return scoped }
    return try withDoubles(
      MainModelGate.main.whileFree { RunningTest.main } ?? ProgramModel.discovered())
  }

  /// For each test target: the last model with test doubles, and the revision of its parent.
  private static let known = Locked<[(target: String?, base: ModelRevision, model: Model)]>([])

  /// Returns a child of a model that contains the test doubles of the process; the model itself if
  /// there are none.
  private static func withDoubles(_ base: Model) throws -> Model {
    let inheritance = base.inheritanceForChild()
    let revision = inheritance.revision
    let target = RunningTest.target
    let last = known.withLock { $0.first { $0.target == target } }
    if let last, last.base === revision { return last.model }
    let builder = ModelBuilder(inheriting: inheritance)
    RunningTest.limit(builder)
    let model =
      builder.discoverTestDoubles()
      ? try builder.buildChild(
        named: "the tests", sharing: .none, injector: ModelHostInjector(), isForChildren: true)
      : base
    // The former model is released outside the lock.
    let former = known.withLock { known in
      let former = known
      known.removeAll { $0.target == target }
      known.append((target, revision, model))
      return former
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
