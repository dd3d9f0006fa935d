/// How the layer above fills the properties of what a model makes.
package protocol HostInjector: HostInspector {
  /// Injects an object.
  ///
  /// - Parameter isNew: Whether a factory has just made it, so that no other thread has it.
  /// - Returns: Whether there is nothing to do for others of its class, in the current revision.
  func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool
}
