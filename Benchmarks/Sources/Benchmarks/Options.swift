/// What the command line asks for.
struct Options {
  private(set) var extent = Extent.full
  /// As `P1` or `P4/chain`; nil for all.
  private(set) var only: [String]?
  /// Files and folders to write.
  private(set) var json: String?
  private(set) var plots: String?
  private(set) var markdown: String?

  static let usage = """
    usage: Benchmarks [--quick | --smoke] [--only IDS] [--json FILE] [--plot DIR] [--markdown FILE]

      --quick          smaller sizes and fewer samples: all in less than a minute
      --smoke          runs every row once or twice, and compares none with its limit: the numbers
                       mean nothing, but a row that cannot be measured fails. Writes no report.
      --only IDS       rows to measure, separated by commas: P1,P4/chain
      --json FILE      writes the rows as an array of objects
      --plot DIR       draws charts as SVG files
      --markdown FILE  writes the table between the marks of a document

    """

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(_ option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": try take(.quick)
      case "--smoke": try take(.smoke)
      case "--only": only = try value(argument).split(separator: ",").map(String.init)
      case "--json": json = try value(argument)
      case "--plot": plots = try value(argument)
      case "--markdown": markdown = try value(argument)
      default: throw UsageError("there is no option \(argument)")
      }
    }
    guard extent != .smoke || json == nil && plots == nil && markdown == nil else {
      throw UsageError("--smoke writes no report")
    }
  }

  private mutating func take(_ extent: Extent) throws(UsageError) {
    guard self.extent == .full || self.extent == extent else {
      throw UsageError("--quick and --smoke exclude each other")
    }
    self.extent = extent
  }

  /// Whether a row is to be measured; `P4` asks for `P4/chain` too.
  func asks(for id: String) -> Bool {
    guard let only else { return true }
    return only.contains { id == $0 || id.hasPrefix($0 + "/") }
  }

  /// Whether any row of a group is, as `P5`: also if one of its sizes is asked for.
  func asks(forAnyOf group: String) -> Bool {
    guard let only else { return true }
    return only.contains { $0 == group || $0.hasPrefix(group + "/") }
  }
}

/// How much is measured.
enum Extent {
  /// The sizes and the samples that the limits are meant for.
  case full
  /// Smaller sizes and fewer samples.
  case quick
  /// The smallest sizes and the fewest samples that run the code of every row.
  case smoke
}

struct UsageError: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
