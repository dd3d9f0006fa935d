#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private enum Visit: AlchemicScope {}
private final class Report {}
private struct Failure: Error {}

private final class Stopper: AlchemicStopping, Sendable {
  let body: @Sendable () async throws -> Void
  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
  func stop() async throws { try await body() }
}

private final class Visiting: AlchemicStopping, Sendable {
  func stop() async { try? await Task.sleep(for: .milliseconds(200)) }
}

extension FeatureMistake {
  static let stopping: [FeatureMistake] = [
    .call("a service fails to stop", .stopFailed, "correct the cause") {
      try await Alchemic.withModel {
        $0.register { Stopper { throw Failure() } }
      } operation: {
        _ = try AcGet(Stopper.self)
        try await stopCurrent()
      }
    } right: {
      try await Alchemic.withModel {
        $0.register { Stopper {} }
      } operation: {
        _ = try AcGet(Stopper.self)
        try await stopCurrent()
      }
    },
    .call(
      "a request after the stop", .modelGone,
      "before the operation, the test or Alchemic.stop()"
    ) {
      try await Alchemic.withModel {
        $0.register(Report.init)
      } operation: {
        try await stopCurrent()
        _ = try AcGet(Report.self)
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Report.init)
      } operation: {
        _ = try AcGet(Report.self)
        try await stopCurrent()
      }
    },
    .call("a service does not stop in time", .stopTimeout, "give a longer timeout") {
      try await Alchemic.withModel {
        $0.register(Visiting.init, .scope(Visit.self))
      } operation: {
        try await Alchemic.withScope(Visit.self, timeout: .milliseconds(20)) {
          _ = try AcGet(Visiting.self)
        }
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Visiting.init, .scope(Visit.self))
      } operation: {
        try await Alchemic.withScope(Visit.self, timeout: .seconds(60)) {
          _ = try AcGet(Visiting.self)
        }
      }
    },
    .call(
      "a scope is opened after the stop", .modelGone,
      "before the operation, the test or Alchemic.stop()"
    ) {
      try await Alchemic.withModel {
        $0.register(Visiting.init, .scope(Visit.self))
      } operation: {
        try await stopCurrent()
        try Alchemic.open(Visit.self)
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Visiting.init, .scope(Visit.self))
      } operation: {
        try Alchemic.open(Visit.self)
        try await stopCurrent()
      }
    },
    .call(
      "an object is set after the stop", .modelGone,
      "before the operation, the test or Alchemic.stop()"
    ) {
      try await Alchemic.withModel {
        $0.register(Report.init)
      } operation: {
        try await stopCurrent()
        try AcSet(Report())
      }
    } right: {
      try await Alchemic.withModel {
        $0.register(Report.init)
      } operation: {
        try AcSet(Report())
        try await stopCurrent()
      }
    },
    .call("an initializer stops the model", .isStopping, "call it in other code") {
      try await Alchemic.withModel {
        $0.register { () async throws in
          try await stopCurrent()
          return Report()
        }
      } operation: {
        _ = try await AcGetAsync(Report.self)
      }
    } right: {
      try await Alchemic.withModel {
        $0.register { () async in
          await Task.yield()
          return Report()
        }
      } operation: {
        _ = try await AcGetAsync(Report.self)
        try await stopCurrent()
      }
    },
  ]
}
#endif
