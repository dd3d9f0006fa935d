import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class Part: Sendable {}

/// What a wire says that has outlived its model.
@Suite struct WireTests {
  private func wire<Value>(
    for type: Value.Type, _ configure: (ModelBuilder) -> Void
  ) throws -> Wire<Value> {
    let model = try makeModel(configure)
    _ = try? model.createSingletons()
    let wire = try model.wire(for: type)
    withExtendedLifetime(model) {}
    return wire
  }

  @Test("L6: a wire whose model is gone has nothing, whoever asks, and says so")
  func modelGone() async throws {
    let wire = try wire(for: Part.self) { $0.register(Part.init) }
    #expect(problems { _ = try wire.value() }.map(\.id) == [.modelGone])
    #expect(await problems { _ = try await wire.valueAwaiting() }.map(\.id) == [.modelGone])
    #expect(problems { _ = try wire.watchFactories() }.map(\.id) == [.modelGone])
    #expect(wire.peek() == nil)
    #expect(wire.kept == nil)
  }

  @Test("T2, L6: a wire of templates cannot be followed, also when nobody knows them any more")
  func templates() throws {
    let wire = try wire(for: [Part].self) { $0.register(Part.init, AcTemplate()) }
    let found = problems { try wire.requireShared() }
    #expect(found.map(\.id) == [.transientTemplate])
    #expect(found.map(\.subject) == ["Part"])
    #expect(found[0].candidates.isEmpty)
  }
}
