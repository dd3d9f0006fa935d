import Foundation
import Testing

extension Catalog {
  /// A page of the catalog.
  struct Page {
    struct Example: Equatable {
      let wrong: String
      let message: String
      let right: String
    }

    let lines: [String]
    /// Its code blocks: a mistake, its message, and its correction.
    let examples: [Example]

    static let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "Docs", "Problems")

    /// The ids that have a page.
    static func all() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) }
    }

    static func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(component: "\(name).md"), encoding: .utf8)
    }

    init(_ id: String) throws {
      lines = try Page.text(id).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      var blocks: [(language: String, text: String)] = []
      var open: (language: String, lines: [String])?
      for line in lines {
        if let block = open, line == "```" {
          blocks.append((block.language, block.lines.joined(separator: "\n")))
          open = nil
        } else if open != nil {
          open?.lines.append(line)
        } else if line.hasPrefix("```") {
          open = (String(line.dropFirst(3)), [])
        }
      }
      try #require(open == nil, "\(id): a block has no end")
      try #require(
        blocks.map(\.language)
          == Array(
            repeatElement(["swift", "text", "swift"], count: blocks.count / 3).joined()),
        "\(id): the blocks are a mistake, what it prints, and how it is put right")
      examples = stride(from: 0, to: blocks.count, by: 3).map {
        Example(
          wrong: blocks[$0].text, message: blocks[$0 + 1].text, right: blocks[$0 + 2].text)
      }
    }
  }
}
