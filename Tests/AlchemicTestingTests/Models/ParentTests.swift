import Alchemic
import AlchemicTestSupport
import Testing

@testable import AlchemicTesting

/// Each test has a process of its own, since the main model is not that of another test there.
@Suite("The parent of the models of tests")
struct ParentTests {
  @Test("X1, X3: the parent is the main model if the program itself has started it, with doubles")
  func mainModel() async {
    await #expect(processExitsWith: .success) {
      try await Alchemic.start { $0.register(.named("of the program")) { "main" } }
      let parent = try TestModel.parent()
      #expect(names(in: parent).isSuperset(of: ["of the program", "fake ink"]))
      #expect(try TestModel.parent() === parent)
      Alchemic.reset()
      let other = try TestModel.parent()
      #expect(!names(in: other).contains("of the program"))
    }
  }

  @Test("X1: the main model that a test has started is not the parent of others")
  func modelOfTest() async {
    await #expect(processExitsWith: .success) {
      let known = try TestModel.parent()
      try await MainModelGate.main.run("another test") {
        try await Alchemic.start { $0.register(.named("of a test")) { "main" } }
        #expect(try TestModel.parent() === known)
        #expect(!names(in: known).contains("of a test"))
        Alchemic.reset()
      }
    }
  }

  @Test("X1, C1: withModel has the main model of its own test, and not that of another one")
  func childOfTest() async {
    await #expect(processExitsWith: .success) {
      @Sendable func seesMain() throws -> Bool {
        try Alchemic.withModel { _ in
        } operation: {
          try AcGet(String?.self, .named("of a test")) != nil
        }
      }
      try await Alchemic.start { $0.register(.named("of a test")) { "main" } }
      #expect(try seesMain())
      try await MainModelGate.main.run("another test") {
        #expect(try seesMain())
        let seesOther = try await Task.detached { try seesMain() }.value
        #expect(!seesOther)
      }
      #expect(try seesMain())
      Alchemic.reset()
      #expect(try !seesMain())
    }
  }
}

private func names(in model: Model) -> Set<String> { Set(model.factories.map(\.name)) }
