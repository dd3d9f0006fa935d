/// What the command line asks for.
package struct Options: Sendable, Equatable {
  /// The rates to read; nil for the bundled ones.
  package var file: String?

  /// How many wallets follow the rates.
  package var wallets = 1000

  /// The first day that counts; nil for the first there is.
  package var from: Day?

  /// The last day that counts; nil for the last there is.
  package var to: Day?

  /// Whether the report is one JSON object rather than a table.
  package var json = false

  /// Whether the user only wants to know how to call the program.
  package var showsHelp = false

  /// The bundled rates, 1000 wallets, every day.
  package init() {}

  /// How to call the program, in one line.
  package static let usageLine =
    "usage: Treasury [FILE] [--wallets N] [--from DATE] [--to DATE] [--json]"

  static let usage = """
    \(usageLine)

      FILE          rates, a row per day; without it those of the European Central Bank
      --wallets N   how many wallets follow the rates; 1000 when not given
      --from DATE   the first day that counts, as 2020-01-31
      --to DATE     the last day that counts
      --json        one JSON object rather than a table

    """
}

// MARK: - Parsing

extension Options {
  /// Reads the command line.
  ///
  /// A value follows its option or an equals sign; the last of two equal options wins. The
  /// framework has options of its own, `--alchemic-…`, which `Alchemic.start` reads.
  ///
  /// - Parameter arguments: The command line without the program's name.
  package init(arguments: [String]) throws(UsageError) {
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      if !argument.hasPrefix("-") {
        guard file == nil else { throw .secondFile(argument) }
        file = argument
      } else if !argument.hasPrefix("--alchemic-") {
        try read(argument, followedBy: &remaining)
      }
    }
    if let from, let to, to < from { throw .reversedRange(from: from, to: to) }
  }

  private mutating func read(
    _ argument: String, followedBy remaining: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = String(parts[0])
    let inline = parts.count == 2 ? String(parts[1]) : nil

    func value() throws(UsageError) -> String {
      guard let value = inline ?? remaining.popFirst() else { throw .missingValue(option) }
      return value
    }
    func date() throws(UsageError) -> Day {
      let text = try value()
      guard let day = Day(text) else { throw .badDate(option, text) }
      return day
    }

    switch option {
    case "--wallets":
      let text = try value()
      guard let count = Int(text), count > 0 else { throw .badCount(option, text) }
      wallets = count
    case "--from": from = try date()
    case "--to": to = try date()
    case "--json" where inline == nil: json = true
    case "--help" where inline == nil, "-h" where inline == nil: showsHelp = true
    default: throw .unknownOption(argument)
    }
  }
}
