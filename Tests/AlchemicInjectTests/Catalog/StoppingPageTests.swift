#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

extension Catalog {
  /// What other code sends, and never finishes by itself.
  private static let messages = AsyncStream<String>.makeStream()

  @Suite struct StoppingPageTests {
    @Test("E2: stop-failed: an object cannot end what it has begun")
    func stopFailed() async throws {
      try await example {
        // wrong: stop-failed
        struct Unreachable: Error, CustomStringConvertible {
          let description = "the server does not answer"
        }

        final class Uplink: AlchemicStopping {
          func stop() async throws { throw Unreachable() }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Uplink.init)
        }

        try await Alchemic.withModel {  // hidden
          configureAlchemic($0)  // hidden
        } operation: {  // hidden
          _ = try AcGet(Uplink.self)  // hidden
          try await Alchemic.stop()
        }  // hidden
        // end
      } right: {
        // right: stop-failed
        final class Uplink: AlchemicStopping {
          private func signOff() throws {}

          func stop() async {
            do { try signOff() } catch { print("left without a goodbye: \(error)") }
          }
        }
        // end
        try await Alchemic.withModel {
          $0.register(Uplink.init)
        } operation: {
          _ = try AcGet(Uplink.self)
          try await Alchemic.stop()
        }
      }
    }

    @Test("E2: stop-timeout: an object waits for ever")
    func stopTimeout() async throws {
      try await example {
        // wrong: stop-timeout
        final class Inbox: AlchemicStopping {
          func stop() async {
            await Task.detached {
              for await _ in messages.stream {}  // until the sender has finished
            }.value
          }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Inbox.init)
        }

        try await Alchemic.withModel {  // hidden
          configureAlchemic($0)  // hidden
        } operation: {  // hidden
          _ = try AcGet(Inbox.self)  // hidden
          try await Alchemic.stop(timeout: .seconds(0.5))
        }  // hidden
        // end
      } right: {
        // right: stop-timeout
        final class Inbox: AlchemicStopping {
          func stop() async {
            for await _ in messages.stream {}  // ends when the task is cancelled, too
          }
        }
        // end
        messages.continuation.finish()
        try await Alchemic.withModel {
          $0.register(Inbox.init)
        } operation: {
          _ = try AcGet(Inbox.self)
          try await Alchemic.stop()
        }
      }
    }

    @Test("E2: is-stopping: something is asked for while the model stops")
    func isStopping() async throws {
      try await example {
        // wrong: is-stopping
        final class Archive: Sendable {}

        final class Recorder: AlchemicStopping {
          func stop() async throws {
            let here = Alchemic.capture()
            try await Task.detached {
              try here.run { _ = try AcGet(Archive.self) }
            }.value
          }
        }

        func configureAlchemic(_ model: ModelBuilder) {
          model.register(Archive.init, .lazy)
          model.register(Recorder.init)
        }
        // end
        var found: (any Error)?
        do {
          try await Alchemic.withModel {
            configureAlchemic($0)
          } operation: {
            _ = try AcGet(Recorder.self)
            try await stopCurrent()
          }
        } catch { found = (error as? AlchemicError)?.problems.first?.underlyingError }
        if let found { throw found }
      } right: {
        // right: is-stopping
        final class Archive: Sendable {}

        final class Recorder: AlchemicStopping {
          let archive: Archive
          init(archive: Archive) { self.archive = archive }
          func stop() async throws { _ = archive }
        }
        // end
        try await Alchemic.withModel {
          $0.register(Archive.init, .lazy)
          $0.register(Recorder.init)
        } operation: {
          _ = try AcGet(Recorder.self)
          try await Alchemic.stop()
        }
      }
    }
  }
}
#endif
