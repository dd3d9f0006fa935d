// This folder stops what a model has made: what depends on others before these.

/// An object that has something to end before its program does: a connection, a file, a task.
///
/// ```swift
/// final class Pool: AlchemicStopping {
///   func stop() async { await connections.close() }
/// }
/// ```
///
/// `Alchemic.stop(timeout:)` calls it once for each shared object that the model has made, after
/// all objects that need it, directly or indirectly, by arguments or by properties: so `stop()` may
/// use whatever the object has. Objects that do not need each other are stopped at the same time.
///
/// An object that `AcSet` has stored, and the product of a template, belong to those who made them.
/// The article <doc:Stopping> shows a whole program.
public protocol AlchemicStopping: AnyObject, SendableMetatype {
  /// Ends what the object has begun. May be synchronous, or isolated to an actor.
  ///
  /// - Throws: What `Alchemic.stop(timeout:)` reports. Others are stopped nevertheless.
  func stop() async throws
}
