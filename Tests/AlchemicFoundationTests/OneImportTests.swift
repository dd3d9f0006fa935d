import AlchemicFoundation
import AlchemicTesting
import Testing

private final class OneImportProbe: AlchemicCreatable, AlchemicStopping {
  init() {}
  func stop() {}
}

@Suite struct OneImportTests {
  @Test("import AlchemicFoundation means all parts of Alchemic", .alchemic)
  func allParts() async throws {
    let probe: OneImportProbe = try await AcGetAsync()
    let added = try Alchemic.add(probe)
    added.remove()
  }
}
