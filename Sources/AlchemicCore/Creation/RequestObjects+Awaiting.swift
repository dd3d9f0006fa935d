import AlchemicRuntime

extension RequestObjects {
  /// Returns the product of a factory; nil if the caller must create it, and then call
  /// ``endCreation(of:)``. Awaits another task that creates it.
  ///
  /// - Parameter creation: The number of the creation if the caller must create the product.
  /// - Throws: `cycle`; `CancellationError`.
  func claim(
    _ factory: Factory, as creation: ThreadID
  ) async throws -> UnsafeTransfer<AnyObject>? {
    while true {
      switch beginCreation(of: factory, as: creation) {
      case .present(let product): return product
      case .make: return nil
      case .wait(let other):
        let hasEnded = try await CreationCoordinator.await(endOf: other) {
          try await awaitEnd(of: other, of: factory)
        }
        if !hasEnded { throw factory.cycle(isOfTask: true) }
      }
    }
  }

  private func awaitEnd(of creation: ThreadID, of factory: Factory) async throws {
    try await TaskWaiters.wait { body in
      state.withLock { state in
        guard var present = state.creations[ID(factory)], present.number == creation else {
          var none = TaskWaiters()
          return body(&none, .success(()))
        }
        body(&present.waiters, nil)
        state.creations[ID(factory)] = present
      }
    }
  }
}
