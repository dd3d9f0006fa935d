import Foundation
import Testing

/// A program of this package, run as its own process.
struct Program {
  let output: String
  let errors: String
  let exitCode: Int32

  /// - Parameter file: Where it prints; if nil, to ``output``.
  init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    writingTo file: FileHandle? = nil
  ) throws {
    let process = Process()
    process.arguments = arguments
    let surroundings = [
      // The address sanitizer would retain freed memory for minutes, and a copy of each stack frame
      // of a function that waits.
      "ASAN_OPTIONS": [
        "quarantine_size_mb=0", "thread_local_quarantine_size_kb=0", "detect_leaks=0",
        "detect_stack_use_after_return=0",
      ].joined(separator: ":"),
      // A program that stops with a message need not say where it was, which takes long with a
      // sanitizer.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(surroundings) { _, new in new }
      .merging(environment) { _, new in new }
    // Programs are beside the test bundle; on Apple platforms the bundle is a folder.
    let tests = Bundle.main.executableURL.map(\.path) ?? CommandLine.arguments[0]
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? tests
    let executable = URL(filePath: bundle).deletingLastPathComponent().appending(component: name)
    try #require(
      FileManager.default.isExecutableFile(atPath: executable.path),
      "\(name) is not built: \(executable.path)")
    process.executableURL = executable
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = file ?? output
    process.standardError = errors
    try process.run()
    if file != nil { try output.fileHandleForWriting.close() }
    // These programs write little to standard error, so one pipe can be read after the other.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    exitCode = process.terminationStatus
  }
}
