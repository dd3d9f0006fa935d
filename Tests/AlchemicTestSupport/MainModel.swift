import AlchemicInject
package import Testing

/// Lets a test use the main model, of which there is one in the process: such tests take turns, and
/// each begins and ends before the start.
package struct MainModelTrait: TestTrait, SuiteTrait, TestScoping {
  private static let gate = Gate()

  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> MainModelTrait? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    Alchemic.reset()
    let result = await Result { try await function() }
    Alchemic.reset()
    await Self.gate.leave()
    try result.get()
  }

  private actor Gate {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func leave() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == MainModelTrait {
  /// The test starts the main model.
  package static var mainModel: Self { MainModelTrait() }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
