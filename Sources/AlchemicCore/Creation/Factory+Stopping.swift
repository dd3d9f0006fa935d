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
    guard let type = type(ofObjectIn: product) else { return true }
    return unstoppableClass.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(type))
  }

  private func type(ofObjectIn product: AnyObject) -> Any.Type? {
    self.product.object(of: product).map { Swift.type(of: $0) }
  }
}

extension Slot {
  /// Whether nothing has to be awaited or stopped before the object is released. The caller holds
  /// `CreationCoordinator.lock`.
  var isKnownUnstoppable: Bool {
    switch state {
    case .absent: true
    case .making, .unfinished: false
    case .present: isSet || object.current.map { factory.isKnownUnstoppable($0) } ?? true
    }
  }
}

extension Scope {
  /// Returns whether nothing has to be awaited or stopped before the objects are released. The
  /// caller holds `CreationCoordinator.lock`.
  func isUnstoppable() -> Bool { allSatisfy(\.isKnownUnstoppable) }
}
