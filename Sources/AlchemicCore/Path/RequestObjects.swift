import AlchemicRuntime

/// The products that are shared within one request.
///
/// The outermost subject of the path owns them. If a task awaits the request, that is the subject
/// of the task, since the request may continue on another thread.
final class RequestObjects: Sendable {
  typealias ID = ObjectIdentifier

  final class State {
    var products: [ID: UnsafeTransfer<AnyObject>] = [:]
    /// The factories whose products tasks create, each with its creation and the tasks that await
    /// the end of that.
    var creations: [ID: (number: ThreadID, waiters: TaskWaiters)] = [:]
  }

  /// The result for a task that needs a product.
  enum Claim {
    case present(UnsafeTransfer<AnyObject>)
    /// The caller creates the product, and then calls ``endCreation(of:)``.
    case make
    /// Another task creates it. The caller awaits the end of that creation.
    case wait(for: ThreadID)
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

  /// - Parameter creation: The number of the creation if the task must create the product.
  func beginCreation(of factory: Factory, as creation: ThreadID) -> Claim {
    state.withLock { state in
      if let product = state.products[ID(factory)] { return .present(product) }
      if let other = state.creations[ID(factory)] { return .wait(for: other.number) }
      state.creations[ID(factory)] = (creation, TaskWaiters())
      return .make
    }
  }

  /// Wakes the tasks that await the product. If it was not created, one of them creates it.
  func endCreation(of factory: Factory) {
    var creation = state.withLock { $0.creations.removeValue(forKey: ID(factory)) }
    creation?.waiters.resumeAll(with: .success(()))
  }
}
