import Measure

/// When, of what, and on what is measured.
struct Circumstances {
  /// For the page.
  let text: String

  /// Asks the system, before anything is measured: the sources may change meanwhile.
  init() throws {
    func say(_ command: String...) throws -> String {
      String(try Program.run(command).output.prefix { $0 != "\n" })
    }
    let package = try Build().package
    let commit = try say("git", "-C", package, "describe", "--always")
    let changes = try say("git", "-C", package, "status", "--porcelain")
    let tree = changes.isEmpty ? "a clean tree" : "uncommitted changes"
    #if canImport(Darwin)
    let processor = try say("sysctl", "-n", "machdep.cpu.brand_string")
    #else
    // Not every architecture names it there.
    let processor =
      try readFile("/proc/cpuinfo").split(separator: "\n")
      .first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.drop { $0 == " " } ?? "unknown processor"
    #endif
    let cores = try say("getconf", "_NPROCESSORS_ONLN")
    let version = try Program.run(["swift", "--version"]).output
    guard let swift = version.firstMatch(of: /Swift version [^ \n]+/)?.output else {
      throw Failure("swift --version prints no version: \(version)")
    }
    text = """
      Measured \(try say("date", "-u", "+%Y-%m-%d")) at \(commit) with \(tree), on \(processor), \
      \(cores) cores, \(try say("uname", "-sm")),
      with \(swift): `swift run -c release --package-path Benchmarks Benchmarks --write`.
      """
  }
}
