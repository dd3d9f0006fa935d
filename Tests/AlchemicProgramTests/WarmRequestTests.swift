import Testing

@Suite struct WarmRequestTests {
  @Test("G1, I1: a repeated request to the main model has the answer of the first one")
  func answersStayTheSame() throws {
    let program = try Program("WarmRequests")
    #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
  }
}
