import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing
import TreasuryKit

/// Every suite here starts the main model, of which there is one.
@Suite("Treasury", .alchemicMain) enum TreasuryTests {}

/// Runs the program on a file with this text.
///
/// - Returns: The outcome, with `FILE` in place of the path in standard error.
func runTreasury(on text: String, _ options: [String]) throws -> Program.Outcome {
  let file = FileManager.default.temporaryDirectory
    .appending(component: "treasury-\(UUID().uuidString).csv")
  try Data(text.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let outcome = Program.run(arguments: [file.path] + options)
  return Program.Outcome(
    exitCode: outcome.exitCode, output: outcome.output,
    errors: outcome.errors.replacingOccurrences(of: file.path, with: "FILE"))
}

/// What `--json` prints, read back.
struct ReadReport: Decodable, Equatable {
  struct Currency: Decodable, Equatable {
    let code: String
    let first, last, min, max, maxDrawdown: Double?
    let quoted: Int
    let alerts: [String: Int]
  }

  let days, wallets, reinjections: Int
  let seconds, nsPerReinjection: Double
  let currencies: [Currency]

  init(_ outcome: Program.Outcome) throws {
    self = try JSONDecoder().decode(ReadReport.self, from: Data(outcome.output.utf8))
  }
}

/// Names the counts of the three rules.
func namedAlerts(drawdown: Int, notQuoted: Int, newHigh: Int) -> [String: Int] {
  ["drawdown over 30 %": drawdown, "not quoted today": notQuoted, "new high": newHigh]
}

func runTreasury(on text: String, _ options: String...) throws -> Program.Outcome {
  try runTreasury(on: text, options)
}
