import Testing

@Suite struct WarmRequestTests {
  @Test("G1, I1: what the main model is asked again is answered as the first time")
  func answersStayTheSame() throws {
    let program = try Program("WarmRequests")
    #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
  }
}
