#if Scopes
import Alchemic
import Testing

/// An object of ordinary code: only one task may have it.
private final class Writer {
  private(set) var text = ""

  nonisolated(nonsending) func write(_ part: String) async {
    await Task.yield()
    text += part
  }
}

private final class Service: Sendable { let name = "service " }

private enum Request: AlchemicScope {}

private actor Session {
  private let writer = Writer()

  func answer() async throws -> String {
    try await Alchemic.withScope(Request.self) {
      await writer.write(try (AcGet() as Service).name)
    }
    return writer.text
  }
}

// The compiler is the test: each operation uses a value that is not Sendable, and continues where
// its caller runs.
@Suite struct IsolatedOperationTests {
  private func declare(_ model: ModelBuilder) {
    model.register(.scope(Request.self)) { Service() }
  }

  @Test("I14: operations run where their caller does, with values that are not Sendable")
  func nowhere() async throws {
    let writer = Writer()
    try await Alchemic.withModel {
      declare($0)
    } operation: {
      try await Alchemic.withScope(Request.self) {
        await writer.write(try (AcGet() as Service).name)
        let here = Alchemic.capture()
        try await here.run { await writer.write(try (AcGet() as Service).name) }
      }
    }
    #expect(writer.text == "service service ")
  }

  @Test("I14: the operation of a function of the main actor runs on the main actor")
  @MainActor func mainActor() async throws {
    let writer = Writer()
    try await Alchemic.withModel {
      $0.register(.scope(Request.self)) { Service() }
    } operation: {
      MainActor.assertIsolated()
      try await Alchemic.withScope(Request.self) {
        MainActor.assertIsolated()
        await writer.write("1")
        let here = Alchemic.capture()
        await here.run {
          MainActor.assertIsolated()
          await writer.write("2")
        }
      }
      MainActor.assertIsolated()
    }
    #expect(writer.text == "12")
  }

  @Test("I14: the operation of an actor's function runs on the actor")
  func ofActor() async throws {
    try await Alchemic.withModel {
      declare($0)
    } operation: {
      let answer = try await Session().answer()
      #expect(answer == "service ")
    }
  }
}
#endif
