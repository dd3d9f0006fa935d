import Foundation
import Testing

extension Catalog {
  /// A part of a test that a page shows: from `// wrong: id` or `// right: id` to `// end`.
  ///
  /// Lines that end with `// hidden` are not on the page; the lines between them are moved to the
  /// margin.
  struct Region {
    let firstLine: Int
    let text: String
    /// The source line number of each line on the page.
    private let numbers: [Int]
    private let file: String

    /// - Parameters:
    ///   - lines: All lines of the file.
    ///   - marker: The position of the region's first line.
    init(_ lines: [String], at marker: Int, file: String) {
      let end = lines[marker...].firstIndex { $0.trimmed == "// end" } ?? lines.endIndex
      let parts = lines.indices[(marker + 1)..<end]
        .split { lines[$0].hasSuffix("// hidden") }
      let shown = parts.flatMap { part in
        let margin = part.filter { !lines[$0].isEmpty }.map { lines[$0].indentation }.min() ?? 0
        return part.map { (number: $0 + 1, text: String(lines[$0].dropFirst(margin))) }
      }
      firstLine = marker + 2
      text = shown.map(\.text).joined(separator: "\n")
      numbers = shown.map(\.number)
      self.file = file
    }

    /// Returns a message as its page shows it, with the file of a user and the line numbers of the
    /// block.
    func onPage(_ message: String) -> String {
      var result = message.replacing(/AlchemicInjectTests\.(Catalog\.\w+Tests\.)?/, with: "App.")
      for (position, number) in numbers.enumerated().reversed() {
        result = result.replacing(
          "AlchemicInjectTests/\(file):\(number)\n", with: "App/Shop.swift:\(position + 1)\n")
      }
      // The greatest depth depends on the thread and on the build.
      return
        result
        .replacing(/needed \d+ steps deep/, with: "needed 3600 steps deep")
        .replacing(/… \d+ steps …/, with: "… 3579 steps …")
    }
  }

  /// A mistake and its correction, as regions of a test and as blocks of a page.
  struct Example {
    let id: String
    let wrong: Region
    let right: Region
    /// The position among the page's examples.
    private let position: Int

    /// All examples of a file, in order.
    static func all(in path: String) throws -> [Example] {
      let lines = try String(contentsOfFile: path, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let file = URL(filePath: path).lastPathComponent
      var examples: [Example] = []
      for (number, line) in lines.enumerated() where line.trimmed.hasPrefix("// wrong: ") {
        let id = String(line.trimmed.dropFirst("// wrong: ".count))
        let right = try #require(lines[number...].firstIndex { $0.trimmed == "// right: \(id)" })
        examples.append(
          Example(
            id: id, wrong: Region(lines, at: number, file: file),
            right: Region(lines, at: right, file: file),
            position: examples.filter { $0.id == id }.count))
      }
      return examples
    }

    /// All examples of the files beside this one.
    static let all = Result {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix("Tests.swift") }
        .flatMap { try all(in: folder.appending(component: $0).path) }
    }

    /// The example as the page shows it.
    func onPage() throws -> Page.Example {
      let examples = try Page(id).examples
      return try #require(
        examples.indices.contains(position) ? examples[position] : nil,
        "the page has \(examples.count) examples")
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

  fileprivate var indentation: Int { prefix { $0 == " " }.count }
}
