public import AlchemicRuntime
public import AlchemicCore

/// The model for the calling task or thread: the task's own model if it has one, otherwise the main
/// model.
@usableFromInline
package enum CurrentModel {
  @TaskLocal static var scope: ModelScope?

  /// Runs `body` with a model as the current one, for the calling task and the tasks that it
  /// starts. Nil for the main model.
  package static func withModel<Result>(
    _ model: Model?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $scope.withValue(model.map { ModelScope($0) }, operation: body)
  }

  /// Runs code of a model with that model as the current one.
  static func run<Result>(as model: Model, _ body: () throws -> Result) rethrows -> Result {
    try withModel(isMain(model) ? nil : model, body)
  }

  /// Runs code of the main model.
  static func asMain<Result>(_ body: () throws -> Result) rethrows -> Result {
    scoped == nil ? try body() : try withModel(nil, body)
  }

  /// Returns whether a model is the current one.
  ///
  /// - Complexity: About 5 ns.
  static func isCurrent(_ model: Model) -> Bool {
    resolvers?.with { $0.areOf(model) } ?? false
  }

  /// Returns whether a model is the main model. Does not wait for a start, and does not retain the
  /// main model.
  static func isMain(_ model: Model) -> Bool {
    mainResolvers?.with { $0.areOf(model) } ?? false
  }

  /// Returns the main model, or the root of the task's own model, if it stores a host and is not
  /// the current model: such a host stays with the model that stores it. Nil for any other host.
  ///
  /// - Complexity: O(1) if no other model has a host of this class; otherwise O(*f*).
  static func owner(of host: AnyObject) -> Model? {
    guard let scoped else { return nil }
    // The hosts of a child model are bound to it.
    let root = scoped.root
    let others = [root, answeringMain].compactMap { $0 }
    return others.first { $0 !== scoped && $0.stores(host) }
  }

  /// The task's own model, if it has one. It may have ended.
  package static var scoped: Model? {
    let key = HotWord.scopeKey.load()
    if key == 0 { return nil }
    if let scope = scope(key) { return scope.with { $0.model } }
    TaskModels.noteVainLook()
    return nil
  }

  /// Returns what a child of the task's own model inherits; nil if it has none.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `model-gone` if that model has ended.
  static func inheritanceOfTask(for caller: String) throws -> Inheritance? {
    let key = HotWord.scopeKey.load()
    guard key != 0, let scope = scope(key) else { return nil }
    return try scope.with {
      try $0.model.requireLife(for: caller)
      return $0.model.inheritanceForChild()
    }
  }

  /// Returns what a child of the main model inherits; nil if there is none.
  static func inheritanceOfMain() -> Inheritance? {
    var inheritance: Inheritance?
    mainResolvers?.with { _ = $0.usingModel { inheritance = $0.inheritanceForChild() } }
    return inheritance ?? main?.home.model?.inheritanceForChild()
  }

  /// The main model; nil if nothing is started. Waits while another thread builds it.
  package static var main: Model? { Lifecycle.main.model() }

  /// The main model, if it answers requests. Does not wait.
  static var answeringMain: Model? { mainResolvers?.with { $0.model } }

  /// The main model, if it is ready.
  ///
  /// - Complexity: Five loads and a retain.
  @inline(__always)
  static var readyMain: Model? {
    guard let main = mainResolvers, main == Lifecycle.main.ready.load() else { return nil }
    return main.with { $0.model }
  }

  /// Returns the model scope of the calling task. The task retains it.
  @inline(__always)
  private static func scope(_ key: UInt) -> Borrowed<ModelScope>? {
    if key == TaskLocalKey.unknown { return scope.map { Borrowed($0) } }
    return Borrowed(at: TaskLocalKey.address(for: key))
  }

  /// Returns the current model.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: `not-started` if there is no model yet; `model-gone` if the task's own model has
  ///   ended.
  package static func get(for caller: String) throws -> Model {
    if let model = scoped {
      try model.requireLife(for: caller)
      return model
    }
    if let model = main { return model }
    throw Lifecycle.main.notStarted(caller)
  }

  /// Calls `body` with the current model, usually without retaining it.
  ///
  /// - Throws: As ``get(for:)``, or the error of `body`.
  package static func using(for caller: String, _ body: (Model) throws -> Void) throws {
    let isDone: Void? = try resolvers?.with { try $0.usingModel(body) }
    if isDone == nil { try body(get(for: caller)) }
  }

  // MARK: Resolvers

  /// The resolvers of the current model; nil if there is no model, or if only the lock can show it.
  /// The calling thread has those of the main model on lease. Those of another model exist as long
  /// as the calling task has its model scope.
  @inlinable @inline(__always)
  static var resolvers: Borrowed<PublishedResolvers>? {
    ThreadLease.object(at: HotWord.publishedResolvers.load()) ?? otherResolvers
  }

  /// The same while requests look for a model of their task, and for a thread without a lease.
  ///
  /// - Complexity: About 4 ns.
  @usableFromInline
  static var otherResolvers: Borrowed<PublishedResolvers>? {
    @inline(never) get {
      let key = HotWord.scopeKey.load()
      if key != 0 {
        if let scope = scope(key) { return scope.with { Borrowed($0.resolvers) } }
        TaskModels.noteVainLook()
      }
      return mainResolvers
    }
  }

  /// The resolvers of the main model, which the calling thread has on lease; nil if there is none.
  @inline(__always)
  static var mainResolvers: Borrowed<PublishedResolvers>? {
    ThreadLease.object(at: HotWord.mainResolvers.load()) ?? leasedMainResolvers()
  }

  /// Gives the calling thread the resolvers of the main model on lease. This may release those of a
  /// former model. A request that is still running is using that model, which retains them, or,
  /// after its end, the resolver.
  @inline(never)
  private static func leasedMainResolvers() -> Borrowed<PublishedResolvers>? {
    guard HotWord.mainResolvers.isSet else { return nil }
    let resolvers = TaskModels.withPublished {
      // Until the lock is released, nobody can remove them, and release them afterwards.
      let resolvers = Borrowed<PublishedResolvers>(at: HotWord.mainResolvers.load())
      resolvers?.retain(times: 1)
      return resolvers
    }
    if let resolvers { ThreadLease.take(resolvers) }
    return resolvers
  }

  /// The resolvers of the main model; nil if the calling task has its own model, because the read
  /// of a property then binds its host to that model, or if the thread has no lease yet.
  @usableFromInline
  static var mainResolversBesideScopes: Borrowed<PublishedResolvers>? {
    @inlinable @inline(__always) get {
      let key = HotWord.scopeKey.load()
      guard key > TaskLocalKey.unknown, TaskLocalKey.address(for: key) == 0 else { return nil }
      return ThreadLease.object(at: HotWord.mainResolvers.load())
    }
  }

  /// Returns the current model's resolver for a type, if it was requested before.
  ///
  /// - Complexity: About eight loads.
  @inlinable @inline(__always)
  package static func knownResolver(for type: Any.Type) -> Borrowed<Resolver>? {
    resolvers?.with { $0.known(type) }
  }

  /// Returns the main model's resolver for a type, for the first read of a property.
  @inlinable @inline(__always)
  static func knownResolver(ofProperty type: Any.Type) -> Borrowed<Resolver>? {
    (ThreadLease.object(at: HotWord.publishedResolvers.load()) ?? mainResolversBesideScopes)?
      .with { $0.known(type) }
  }

  /// Returns the current model's resolver for a type and a name, if it was requested in that form
  /// before.
  @inlinable @inline(__always)
  static func knownResolver(for type: Any.Type, named name: String) -> Borrowed<Resolver>? {
    resolvers?.with { $0.known(type, named: name) }
  }

  /// Adds a resolver under this form of its name for later requests in the current model.
  static func remember(_ resolver: Resolver, named name: String) {
    resolvers?.with { $0.remember(resolver, named: name) }
  }

  /// Returns the resolver of a request.
  ///
  /// - Parameter caller: The name of the caller in the message of the error.
  /// - Throws: ``AlchemicError`` with `not-started`, or if there is no answer.
  package static func resolver(
    for type: Any.Type, matching criteria: SearchCriteria, caller: @autoclosure () -> String
  ) throws -> Resolver {
    if criteria.isEmpty, let resolver = knownResolver(for: type) { return resolver.object }
    return try get(for: caller()).resolver(for: type, matching: criteria)
  }
}

/// A model that a task and all tasks that it starts use instead of the main model.
@usableFromInline
package final class ModelScope: Sendable {
  let model: Model
  let resolvers: PublishedResolvers
  private let count: UInt

  init(_ model: Model) {
    self.model = model
    resolvers = model.resolvers.published
    count = TaskModels.begin()
    if !TaskModels.areLookedFor {
      TaskModels.lookForThem(TaskLocalKey.find(for: CurrentModel.$scope, probing: self))
    }
  }

  deinit { TaskModels.end(count) }
}
