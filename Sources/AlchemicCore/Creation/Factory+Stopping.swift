import AlchemicRuntime
import Synchronization

// Which products cannot be stopped: for most scopes, that is all there is to know at their end.
extension Factory {
  /// Returns whether a product can be stopped. Remembers a class that cannot.
  func mayStop(_ product: AnyObject) -> Bool {
    guard let type = type(ofObjectIn: product) else { return false }
    if type is any AlchemicStopping.Type { return true }
    unstoppableClass.store(UInt(bitPattern: ObjectIdentifier(type)), ordering: .relaxed)
    return false
  }

  /// Returns whether it is known that a product cannot be stopped.
  fileprivate func isKnownUnstoppable(_ product: AnyObject) -> Bool {
    // The usual case retains nothing.
    let type: Any.Type? =
      self.product.form == .object ? Swift.type(of: product) : type(ofObjectIn: product)
    guard let type else { return true }
    return unstoppableClass.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(type))
  }

  private func type(ofObjectIn product: AnyObject) -> Any.Type? {
    self.product.object(of: product).map { Swift.type(of: $0) }
  }
}

extension Scope {
  /// Returns whether nothing has to be awaited or stopped before the objects are released. The
  /// caller holds `CreationCoordinator.lock`.
  func isUnstoppable() -> Bool { allStoresSatisfy(\.isUnstoppable) }
}

extension ObjectStore {
  /// The same of the only object of a store. Retains nothing: every end of a scope asks for it.
  fileprivate var isUnstoppable: Bool {
    switch only {
    case (.absent, _), (.present, true): true
    case (.making, _), (.unfinished, _): false
    case (.present, false):
      if let published, let factory {
        factory.with { factory in published.with { factory.isKnownUnstoppable($0) } }
      } else {
        true
      }
    }
  }
}
