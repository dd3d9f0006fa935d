import Measure

/// The table of a document, between two marks of it.
struct MarkdownTable {
  private static let begin = "<!-- measured: begin -->"
  private static let end = "<!-- measured: end -->"

  let rows: [Row]
  /// When, of what, and how it was measured.
  let circumstances: String

  /// Replaces what stands between the marks.
  func write(to file: String) throws {
    let text = try readFile(file)
    guard
      let begin = text.firstRange(of: Self.begin),
      let end = text[begin.upperBound...].firstRange(of: Self.end)
    else { throw Failure("\(file) has no lines \(Self.begin) and \(Self.end)") }
    try writeFile(
      text[..<begin.upperBound] + "\n" + table + text[end.lowerBound...], to: file)
  }

  private var table: String {
    let lines = rows.map { row in
      "| \(row.id) | \(row.name) | \(row.text(row.cost.median)) | \(row.range(row.cost)) "
        + "| \(row.text(row.floor.median)) | \(shown(row.ratio)) | \(row.limit?.formatted ?? "") "
        + "| \(verdict(row)) |"
    }
    return """
      \(circumstances)

      | | what, and what it is compared with | median | min … max | floor | ratio | limit | |
      |---|---|---:|---:|---:|---:|---:|---|
      \(lines.joined(separator: "\n"))

      """
  }

  private func verdict(_ row: Row) -> String {
    switch row.isWithinLimit {
    case true: "✓"
    case false: "✗"
    case nil: ""
    }
  }
}

extension MarkdownTable {
  /// - Parameters:
  ///   - options: What the command line asked for.
  ///   - package: The folder of this package, to ask for the commit.
  init(_ rows: [Row], _ options: Options, package: String) throws {
    func say(_ command: String...) throws -> String {
      String(try Program.run(command).output.prefix { $0 != "\n" })
    }
    let date = try say("date", "-u", "+%Y-%m-%d")
    let commit = try say("git", "-C", package, "describe", "--always")
    // The charts have been written by now, so not all that has changed counts.
    let changes = try say(
      "git", "-C", package, "status", "--porcelain", "--", "Sources", "../Sources", "../Examples")
    let machine = try say("uname", "-sm")
    var command = "swift run -c release --package-path Benchmarks Benchmarks"
    if options.extent == .quick { command += " --quick" }
    if let only = options.only { command += " --only \(only.joined(separator: ","))" }
    self.init(
      rows: rows,
      circumstances:
        "Measured \(date) at \(commit)\(changes.isEmpty ? "" : ", changed,") on \(machine): `\(command)`."
    )
  }
}
