import AlchemicFoundation
import AlchemicTesting
import Testing

private final class Store: AlchemicCreatable, AlchemicStopping {
  init() {}
  func stop() {}
}

@Suite struct OneImportTests {
  @Test("import AlchemicFoundation means all parts of Alchemic", .alchemic)
  func allParts() async throws {
    let store: Store = try await AcGetAsync()
    let added = try Alchemic.add(store)
    added.remove()
  }
}
