public import AlchemicRuntime
public import AlchemicCore
public import Synchronization

/// The model for the calling task or thread: the task's own model if it has one, otherwise the main
/// model.
@usableFromInline
package enum CurrentModel {
  @TaskLocal private static var ofTask: Model?
  /// Whether any task has ever had a model of its own. Programs other than tests thus avoid the
  /// access to the task-local value.
  private static let tasksMayHaveOne = Atomic<Bool>(false)

  /// Runs `body` with a model that replaces the main model for the current task and its children.
  package static func withModel<Result>(
    _ model: Model, _ body: () throws -> Result
  ) rethrows -> Result {
    tasksMayHaveOne.store(true, ordering: .sequentiallyConsistent)
    publishedResolvers.store(0, ordering: .sequentiallyConsistent)
    return try $ofTask.withValue(model, operation: body)
  }

  /// The same for an asynchronous function.
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

  /// Returns the current model.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `not-started` if there is none yet.
  static func get(for caller: String) throws -> Model {
    if let model = scoped ?? Lifecycle.main.model() { return model }
    throw Lifecycle.main.notStarted(caller)
  }

  /// The address of the resolvers that answer all requests: those of the main model. 0 if there is
  /// no main model yet, or if a task has ever had a model of its own.
  @usableFromInline static let publishedResolvers = Atomic<UInt>(0)

  /// Publishes the resolvers of the main model, which then answer all requests; nil for none.
  static func publish(_ resolvers: Borrowed<PublishedResolvers>?) {
    publishedResolvers.store(resolvers?.address ?? 0, ordering: .sequentiallyConsistent)
    // Meanwhile, a task may have got a model of its own, the first one in the program.
    if tasksMayHaveOne.load(ordering: .sequentiallyConsistent) {
      publishedResolvers.store(0, ordering: .sequentiallyConsistent)
    }
  }

  /// The resolvers that answer all requests, if there are any. They stay in memory.
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

  /// Adds a resolver under this form of its name for later requests, if the main model answers all
  /// requests.
  static func remember(_ resolver: Resolver, named name: String) {
    resolvers?.with { $0.remember(resolver, named: name) }
  }

  /// Returns the resolver of a request.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: ``AlchemicError`` with `not-started`, or if there is no answer.
  static func resolver(
    for type: Any.Type, matching criteria: SearchCriteria, caller: @autoclosure () -> String
  ) throws -> Resolver {
    if criteria.isEmpty, let resolver = knownResolver(for: type) { return resolver.object }
    return try get(for: caller()).resolver(for: type, matching: criteria)
  }
}

/// The resolvers of the main model, which threads read without a lock. They stay in memory, so a
/// thread may use a reference that it has read: see ``PublishedResolvers``.
struct MainResolvers: ~Copyable, Sendable {
  /// Nil if there is no model, or if the objects that were set before the start are not stored yet.
  private let answering = AtomicReference<PublishedResolvers>()
  /// The same resolvers after the end of the start. Nil before: until then the lifecycle records
  /// each `AcSet`, in case the start fails.
  private let ready = AtomicReference<PublishedResolvers>()

  /// The resolvers that answer all requests, if there are any.
  var current: PublishedResolvers? { answering.load()?.object }

  /// The model of the resolvers, if it is ready.
  ///
  /// - Complexity: Three loads and a retain.
  var readyModel: Model? { ready.load()?.with { $0.model } }

  // The callers of the following functions hold the lock of the lifecycle.

  /// Lets these resolvers answer all requests.
  func open(_ resolvers: PublishedResolvers) {
    answering.store(Borrowed(resolvers))
    CurrentModel.publish(Borrowed(resolvers))
  }

  /// Records that the start has finished.
  func markReady() { ready.store(answering.load()) }

  /// Removes the resolvers, so that they answer no further requests.
  func close() {
    ready.store(nil)
    answering.store(nil)
    CurrentModel.publish(nil)
  }
}
