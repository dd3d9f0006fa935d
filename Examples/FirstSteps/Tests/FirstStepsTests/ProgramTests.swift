import Foundation
import Testing

/// Runs the program as a process of its own, which starts Alchemic by itself.
@Suite struct ProgramTests {
  @Test func theProgramPrintsARateAndEndsWithZero() throws {
    #expect(try run() == ("EUR 1.1\n", 0))
  }

  @Test func everyProgramCanValidateItsModel() throws {
    let (output, exitCode) = try run("--alchemic-validate")
    #expect(output.hasPrefix("The model is sound: 5 factories"))
    #expect(exitCode == 0)
  }

  private func run(_ arguments: String...) throws -> (output: String, exitCode: Int32) {
    // The program is beside the test bundle, which on Apple platforms is a folder.
    let tests = Bundle.main.executableURL.map(\.path) ?? CommandLine.arguments[0]
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? tests
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: bundle).deletingLastPathComponent()
      .appending(component: "FirstSteps")
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }
}
