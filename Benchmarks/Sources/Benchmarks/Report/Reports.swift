import Measure

extension Bench {
  /// Writes what the command line asks for.
  func writeReports() throws {
    let rows = rows.inOrder
    if let file = options.json { try writeFile(json(rows), to: file) }
    if let folder = options.plots {
      try Program.run(["mkdir", "-p", folder])
      for file in Charts(rows).files {
        try writeFile(file.text, to: "\(folder)/\(file.name)")
      }
    }
    if let file = options.markdown {
      try MarkdownTable(rows, options, package: Build().package).write(to: file)
    }
  }
}
