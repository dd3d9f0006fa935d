import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class Part: Sendable {}

/// Tests of resolvers that have outlived their model.
@Suite struct ResolverTests {
  private func resolver(
    for type: Any.Type, _ configure: (ModelBuilder) -> Void
  ) throws -> Resolver {
    let model = try makeModel(configure)
    _ = try? model.createSingletons()
    let resolver = try model.resolver(for: type)
    withExtendedLifetime(model) {}
    return resolver
  }

  @Test("L6: a resolver whose model is gone throws model-gone, for threads and for tasks")
  func modelGone() async throws {
    let resolver = try resolver(for: Part.self) { $0.register(Part.init) }
    #expect(problems { _ = try resolver.value(as: Part.self) }.map(\.id) == [.modelGone])
    #expect(
      await problems { _ = try await resolver.answerAwaiting() }.map(\.id)
        == [.modelGone])
    #expect(problems { _ = try resolver.watchFactories() }.map(\.id) == [.modelGone])
    #expect(resolver.peek(as: Part.self) == nil)
    #expect(resolver.cached(as: Part.self) == nil)
  }

  @Test("T2, L6: a resolver of templates cannot be followed, also when its model is gone")
  func templates() throws {
    let resolver = try resolver(for: [Part].self) { $0.register(Part.init, AcTemplate()) }
    let found = problems { try resolver.requireShared() }
    #expect(found.map(\.id) == [.transientTemplate])
    #expect(found.map(\.subject) == ["Part"])
    #expect(found[0].candidates.isEmpty)
  }
}
