import Alchemic
import Foundation

/// Reads the rates from the file the command line names, or from the bundled one.
final class CSVFeed: RateFeed, AlchemicCreatable {
  @Injected private var options: Options

  private(set) var table = RateTable(source: "", currencies: [], days: [])

  init() {}

  func load() throws(TreasuryError) {
    let url = options.file.map { URL(filePath: $0) } ?? bundledFile
    let source = options.file ?? url.lastPathComponent
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw TreasuryError(.noSuchFile, in: source)
    }
    guard let data = try? Data(contentsOf: url) else {
      throw TreasuryError(.unreadableFile, in: source)
    }
    table = try RateFileParser(source: source).parse(String(decoding: data, as: UTF8.self))
  }

  private var bundledFile: URL {
    Bundle.module.bundleURL.appending(components: "Data", "eurofxref-hist.csv")
  }
}
