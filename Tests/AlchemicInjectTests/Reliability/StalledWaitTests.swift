import AlchemicTestSupport
import Dispatch
import Foundation
import Testing

@testable import AlchemicCore
@testable import AlchemicInject

private final class Slow: Sendable {}

@Suite(.ownThreads) struct StalledWaitTests {
  @Test(
    "V11: an initializer that waits for the main thread, which waits for its object, is reported")
  func reported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let begun = DispatchSemaphore(value: 0)
        let model = try makeModel { model in
          model.register(AcLazy()) { () -> Slow in
            begun.signal()
            DispatchQueue.main.sync {}
            return Slow()
          }
        }
        Thread.detachNewThread { CurrentModel.withModel(model) { _ = try? AcGet(Slow.self) } }
        // The program hangs: nothing but a message helps.
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: Double(Locked<Void>.patience) + 2)
          exit(1)
        }
        begun.wait()
        _ = try CurrentModel.withModel(model) { try AcGet(Slow.self) }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let file = "AlchemicInjectTests/StalledWaitTests.swift"
    #expect(
      text.contains("alchemic: The main thread has waited 3 seconds for 'Slow', which another"))
    #expect(text.contains("main thread   AcGet — \(file):"))
    #expect(text.contains("other thread  Slow — \(file):"))
  }

  @Test("V11: a thread that is not the main thread waits without a message")
  func otherThreads() throws {
    let model = try makeModel { $0.register(Slow.init) }
    let factory = model.graph.factories[0]
    // It would write to standard error of the tests, and stop for nothing.
    StalledWait.report(by: factory, in: model.store.slot(of: factory), of: model)
    let text = StalledWait.text(factory.facts, steps: [], makers: [factory.facts])
    #expect(text.contains("other thread  Slow — "))
  }
}
