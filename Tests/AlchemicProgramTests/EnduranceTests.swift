import Testing

@Suite struct EnduranceTests {
  @Test("the memory of a program does not grow with millions of requests, objects, sets and errors")
  func memoryIsFlat() throws {
    let program = try Program("Endurance")
    #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
    #expect(program.output.split(separator: "\n").count == 18)
  }
}
