public import AlchemicRuntime
public import AlchemicCore
public import Synchronization

/// The model that answers here and now: the one of the task, else the main one.
@usableFromInline
package enum CurrentModel {
  @TaskLocal private static var ofTask: Model?
  /// Whether any task has ever had a model of its own; a program that is no test never pays for
  /// asking its task.
  private static let tasksMayHaveOne = Atomic<Bool>(false)

  /// Runs `body` with a model in front of the main one, for the current task and its children.
  package static func withModel<Result>(
    _ model: Model, _ body: () throws -> Result
  ) rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .sequentiallyConsistent)
    publishedResolvers.store(0, ordering: .sequentiallyConsistent)
    return try $ofTask.withValue(model, operation: body)
  }

  /// Does the same for an asynchronous function.
  package nonisolated(nonsending) static func withModel<Result>(
    _ model: Model, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .sequentiallyConsistent)
    publishedResolvers.store(0, ordering: .sequentiallyConsistent)
    return try await $ofTask.withValue(model, operation: body)
  }

  /// The task's own model, if it has one.
  static var scoped: Model? {
    tasksMayHaveOne.load(ordering: .acquiring) ? ofTask : nil
  }

  /// The model.
  ///
  /// - Throws: `not-started` if there is none yet.
  static func get(for caller: String) throws -> Model {
    if let model = scoped ?? Lifecycle.main.model() { return model }
    throw Lifecycle.main.notStarted(caller)
  }

  /// The address of the resolvers that answer all requests: those of the main model, unless there
  /// is none yet or a task has ever had a model of its own; then 0.
  @usableFromInline static let publishedResolvers = Atomic<UInt>(0)

  /// Makes the resolvers of the main model those that answer all requests.
  static func publish(_ resolvers: Borrowed<PublishedResolvers>?) {
    publishedResolvers.store(resolvers?.address ?? 0, ordering: .sequentiallyConsistent)
    // A task may just have got its first model of its own.
    if tasksMayHaveOne.load(ordering: .sequentiallyConsistent) {
      publishedResolvers.store(0, ordering: .sequentiallyConsistent)
    }
  }

  /// The store that answers all requests; it stays in memory.
  @inlinable @inline(__always)
  static var resolvers: Borrowed<PublishedResolvers>? {
    Borrowed(at: publishedResolvers.load(ordering: .acquiring))
  }

  /// Returns the main model's resolver for a type, if it was requested before.
  ///
  /// - Complexity: About eight loads.
  @inlinable @inline(__always)
  static func knownResolver(for type: Any.Type) -> Borrowed<Resolver>? {
    resolvers?.with { $0.known(type) }
  }

  /// Returns the main model's resolver for a type and a name, if it was requested in that form
  /// before.
  @inlinable @inline(__always)
  static func knownResolver(for type: Any.Type, named name: String) -> Borrowed<Resolver>? {
    resolvers?.with { $0.known(type, named: name) }
  }

  /// Finds a resolver in the form of its name from now on, if the main model answers all requests.
  static func remember(_ resolver: Resolver, named name: String) {
    resolvers?.with { $0.remember(resolver, named: name) }
  }

  /// Returns the resolver of a request.
  static func resolver(
    for type: Any.Type, matching criteria: SearchCriteria, caller: @autoclosure () -> String
  ) throws -> Resolver {
    if criteria.isEmpty, let resolver = knownResolver(for: type) { return resolver.object }
    return try get(for: caller()).resolver(for: type, matching: criteria)
  }
}

/// The resolvers of the main model, for who asks without a lock. They stay in memory, so whoever
/// has read a reference may use it: see ``PublishedResolvers``.
struct MainResolvers: ~Copyable, Sendable {
  /// None if there is no model, or if what was set before the start is not applied yet.
  private let answering = AtomicReference<PublishedResolvers>()
  /// The same from when the start is done on: who sets need not be remembered any more.
  private let ready = AtomicReference<PublishedResolvers>()

  /// Those that answer everybody, if there are any.
  var current: PublishedResolvers? { answering.load()?.object }

  /// Their model, if it is ready.
  ///
  /// - Complexity: Three loads and a retain.
  var readyModel: Model? { ready.load()?.with { $0.model } }

  // What follows is called under the lock of the lifecycle.

  /// Lets these answer everybody.
  func open(_ resolvers: PublishedResolvers) {
    answering.store(Borrowed(resolvers))
    CurrentModel.publish(Borrowed(resolvers))
  }

  /// The start is done.
  func markReady() { ready.store(answering.load()) }

  /// Nobody is answered any more.
  func close() {
    ready.store(nil)
    answering.store(nil)
    CurrentModel.publish(nil)
  }
}
