import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

struct OtherTargetTests {
  private func found() throws -> Bool {
    try Alchemic.model.factories.contains { $0.name == "Unfinished" }
  }

  @Test("X7: a test does not find what another test target declares", .alchemic)
  func trait() throws {
    #expect(try !found())
  }

  @Test("X7: nor does a model that a test makes itself")
  func ownModel() throws {
    try Alchemic.withModel { _ in
    } operation: { () throws in
      #expect(try !found())
    }
  }

  #if Waiting
  @Test("X7: nor does a start on another thread", .alchemicMain)
  func thread() async throws {
    try Alchemic.startInBackground()
    try await Alchemic.started()
    #expect(try !found())
  }
  #endif

  @Test("X7: nor does a start in a test, a discovery or a validation", .alchemicMain)
  func start() throws {
    try Alchemic.validate()
    try Alchemic.start()
    #expect(try !found())
    try Alchemic.discover()
    #expect(try !found())
  }
}
