import AlchemicCore
import AlchemicRuntime

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
