import AlchemicRuntime

extension RequestObjects {
  /// Returns the product of a factory; nil if the caller must create it, and then call
  /// ``endCreation(of:)``. Awaits another task that creates it.
  func claim(_ factory: Factory) async throws -> UnsafeTransfer<AnyObject>? {
    let outer = AwaitedPath.factories
    while true {
      switch claim(factory, within: outer) {
      case .present(let product): return product
      case .wait:
        defer { stopWaiting(for: factory, within: outer) }
        try await awaitEnd(of: factory)
      case .cycle: throw factory.cycle(isOfTask: true)
      case .make: return nil
      }
    }
  }

  private func awaitEnd(of factory: Factory) async throws {
    try await TaskWaiters.wait { body in
      state.withLock { state in
        guard var waiters = state.creations[ID(factory)] else {
          var none = TaskWaiters()
          return body(&none, .success(()))
        }
        body(&waiters, nil)
        state.creations[ID(factory)] = waiters
      }
    }
  }
}
