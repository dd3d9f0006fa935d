import Testing

@Suite struct EnduranceTests {
  @Test("the memory of a program does not grow with millions of requests, objects, sets and errors")
  func memoryIsFlat() throws {
    let program = try Program("Endurance")
    #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
    // A line with "again" is no result: memory has grown, and the measurement is repeated.
    let results = program.output.split(separator: "\n").filter { !$0.hasPrefix("again") }
    #expect(results.count == 24)
  }
}
