import Testing

@Suite struct EnduranceTests {
  @Test("the memory of a program that asks, makes, sets and fails by the million does not grow")
  func memoryIsFlat() throws {
    let program = try Program("Endurance")
    #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
    #expect(program.output.split(separator: "\n").count == 15)
  }
}
