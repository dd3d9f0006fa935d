/// Injects the properties of objects that a model creates. The layer above implements it.
package protocol HostInjector: HostInspector {
  /// Injects an object.
  ///
  /// - Parameter isNew: Whether a factory has just created it, so that no other thread has access.
  /// - Returns: Whether other objects of its class need no injection in the current revision.
  func inject(_ object: AnyObject, from model: Model, isNew: Bool) throws -> Bool
}
