/// What the command line asks for.
struct Options {
  private(set) var extent = Extent.full
  /// As `P1` or `P4/chain`; nil for all.
  private(set) var only: [String]?
  /// Whether the page is written.
  private(set) var writes = false

  static let usage = """
    usage: Benchmarks [--write]
           Benchmarks [--quick | --smoke] [--only IDS]

      --write     writes the table and the charts of Docs/Performance.md; if a row cannot be
                  measured, it fails and writes nothing
      --quick     smaller sizes and fewer samples
      --smoke     runs every row once or twice, and compares none with its limit: the numbers mean
                  nothing, but it fails if a row cannot be measured, and if the table of
                  Docs/Performance.md has other rows or other limits
      --only IDS  rows to measure, separated by commas: P1,P4/chain

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
      case "--write": writes = true
      default: throw UsageError("there is no option \(argument)")
      }
    }
    guard !writes || extent == .full && only == nil else {
      throw UsageError("--write measures every row, and in full")
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
