import AlchemicRuntime

/// The products that are shared within one request.
///
/// The outermost subject of the path owns them. If a task awaits the request, that is the subject
/// of the task, since the request may continue on another thread.
final class RequestObjects: Sendable {
  typealias ID = ObjectIdentifier

  final class State {
    var products: [ID: UnsafeTransfer<AnyObject>] = [:]
    /// The factories whose products tasks create, each with the tasks that await it.
    var creations: [ID: TaskWaiters] = [:]
    /// By the factory of such a creation: the products that it awaits.
    var waits: [ID: [ID]] = [:]
  }

  /// The result for a task that needs a product.
  enum Claim {
    case present(UnsafeTransfer<AnyObject>)
    /// The caller creates the product, and then calls ``endCreation(of:)``.
    case make
    /// Another task creates it. The caller awaits the end of that creation.
    case wait
    /// The product would be created within its own creation.
    case cycle
  }

  let state = Locked(State())

  /// The objects of the current request; nil outside a request.
  static var current: RequestObjects? {
    AwaitedPath.outermostObjects ?? CreationPath.outermost?.noting.requestObjects
  }

  func product(of factory: Factory) -> AnyObject? {
    state.withLock { $0.products[ID(factory)]?.value }
  }

  /// Shares a product before it is injected, so that its properties can refer back to it, unless
  /// another thread has shared one first.
  ///
  /// - Parameter inject: Injects the product. If this throws, the product is not shared.
  /// - Returns: The product that the request uses.
  func keep(
    _ product: AnyObject, of factory: Factory, _ inject: () throws -> Void
  ) throws -> AnyObject {
    let product = UnsafeTransfer(product)
    let present = state.withLock { state in
      let present = state.products[ID(factory)]
      if present == nil { state.products[ID(factory)] = product }
      return present
    }
    if let present { return present.value }
    do { try inject() } catch {
      let removed = state.withLock { $0.products.removeValue(forKey: ID(factory)) }
      withExtendedLifetime(removed) {}
      throw error
    }
    return product.value
  }

  // MARK: Tasks

  /// - Parameter outer: The factories whose products the task creates.
  func claim(_ factory: Factory, within outer: [ObjectIdentifier]) -> Claim {
    let id = ID(factory)
    return state.withLock { state in
      if let product = state.products[id] { return .present(product) }
      guard state.creations[id] != nil else {
        state.creations[id] = TaskWaiters()
        return .make
      }
      // Follows the waits of the creation, which must not lead back to the caller.
      var (reached, seen) = ([id], Set([id]))
      while let next = reached.popLast() {
        if outer.contains(next) { return .cycle }
        for other in state.waits[next] ?? [] where seen.insert(other).inserted {
          reached.append(other)
        }
      }
      for creation in outer { state.waits[creation, default: []].append(id) }
      return .wait
    }
  }

  func stopWaiting(for factory: Factory, within outer: [ObjectIdentifier]) {
    state.withLock { state in
      for creation in outer {
        guard let index = state.waits[creation]?.firstIndex(of: ID(factory)) else { continue }
        state.waits[creation]?.remove(at: index)
      }
    }
  }

  /// Wakes the tasks that await the product. If it was not created, one of them creates it.
  func endCreation(of factory: Factory) {
    var waiters = state.withLock { $0.creations.removeValue(forKey: ID(factory)) }
    waiters?.resumeAll(with: .success(()))
  }
}
