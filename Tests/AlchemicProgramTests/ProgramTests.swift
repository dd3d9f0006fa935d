import Foundation
import Testing

/// Whole programs, built as a user builds them and run as their own processes: here nothing is mentioned
/// by a test.
@Suite struct ProgramTests {
  @Test("R1: a class that no code mentions is injected, in the configuration of this test run")
  func hello() throws {
    #expect(try run("HelloAlchemic") == "hello from a class that nobody mentions\n")
  }

  @Test("L1: a program with several mistakes ends at its start with all of them and their places")
  func broken() throws {
    #expect(
      try run("BrokenShop") == """
        5 problems in the model

        1) [not-makeable] Nothing says how 'Street' is made, or that it is a reference.
           • 'Street' (BrokenShop.Street)
           → in alchemic(_:) call AcInitializer(of, Street.init) or AcRegister(of, AcReference()), or conform to AlchemicCreatable

        2) [duplicate-name] 2 factories are named 'first name'.
           • 'first name' (String) — BrokenShop/Shop.swift:31
           • 'first name' (String) — BrokenShop/Shop.swift:32
           → give each its own AcFactoryName(…)

        3) [no-match] Nothing produces 'Till'.
           needed by   Basket.till — BrokenShop/Shop.swift:8
           → register a factory for Till, or ask for an optional

        4) [no-match] Nothing produces 'String' with AcName("first naem").
           needed by   Clerk (argument 1) — BrokenShop/Shop.swift:25
           did you mean 'first name' (String) — BrokenShop/Shop.swift:31
           did you mean 'first name' (String) — BrokenShop/Shop.swift:32
           → correct the criteria, register such a factory, or ask for an optional

        5) [no-match] Nothing produces 'Till'.
           needed by   Shop (argument 1) — BrokenShop/Shop.swift:14
           → register a factory for Till, or ask for an optional

        """)
  }

  #if os(Linux)
    @Test("T3, T5: the memory of a program that sets every day for 27 years does not grow")
    func memoryIsFlat() throws {
      struct Report: Decodable { let residentOnDay100, residentAtEnd: Int }
      let json = try run("Treasury", "--json", "--wallets", "100")
      let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
      // Each of the 6,883 days in between makes an object of some 50 bytes: kept, they would be more
      // than 300 KB, and one for each wallet and day some 30 MB. Sanitizers keep books of their own.
      let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
        dlsym(nil, name) != nil
      }
      #expect(
        report.residentAtEnd - report.residentOnDay100 < (isSanitized ? 4000 : 200),
        "in KB: \(report)")
    }
  #endif

  /// What a program of this package prints.
  private func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.arguments = arguments
    // The address sanitizer would keep what was freed, for minutes.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ASAN_OPTIONS": "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:detect_leaks=0"]
    ) { _, new in new }
    // Programs are beside the test bundle; on Apple platforms the bundle is a folder.
    let tests = Bundle.main.executableURL.map(\.path) ?? CommandLine.arguments[0]
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? tests
    let executable = URL(filePath: bundle).deletingLastPathComponent().appending(component: program)
    try #require(
      FileManager.default.isExecutableFile(atPath: executable.path),
      "\(program) is not built: \(executable.path)")
    process.executableURL = executable
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
