/// Runs an asynchronous function and has this thread wait for it: only for a thread that is one's
/// own.
package func waitingForTask<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) throws -> Result {
  let result = Locked<Swift.Result<Result, any Error>?>(nil)
  Task.detached {
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    result.announceChange()
  }
  return try result.wait { $0 }.get()
}
