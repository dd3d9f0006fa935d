import Testing
import TreasuryKit

extension TreasuryTests {
  @Suite("Bad input") struct BadInputTests {
    struct BadFile: Sendable, CustomTestStringConvertible {
      let text: String
      let message: String

      init(_ text: String, _ message: String) {
        self.text = text
        self.message = message
      }

      var testDescription: String { message }
    }

    @Test(
      "in a file is one message with line and column, and exit code 1",
      arguments: [
        BadFile("", "1:1: error: the file is empty; it needs a header 'Date,…' and a row per day"),
        BadFile(
          "\n \n", "1:1: error: the file is empty; it needs a header 'Date,…' and a row per day"),
        BadFile(
          "2024-01-01,1,2\n", "1:1: error: the header starts with '2024-01-01' instead of 'Date'"),
        BadFile("Date\n", "1:5: error: the header names no currency after 'Date'"),
        BadFile("Date,\n", "1:6: error: the header names no currency after 'Date'"),
        BadFile(
          "Date,AAA,,CCC\n",
          "1:10: error: the header has '' where the code of a currency belongs"),
        BadFile(
          "Date,AAA,1.5\n",
          "1:10: error: the header has '1.5' where the code of a currency belongs"),
        BadFile("Date,AAA,BBB,AAA,\n", "1:14: error: the header names AAA a second time"),
        BadFile("Date,AAA,BBB,\n", "2:1: error: there is no row below the header"),
        BadFile(
          "Date,AAA,BBB,\n2024-01-02,1,2,\n2024-01-01,1,\n",
          "3:14: error: the row has 2 columns, the header has 3"),
        BadFile(
          "Date,AAA,BBB\n2024-01-01,1\n", "2:13: error: the row has 2 columns, the header has 3"),
        BadFile(
          "Date,AAA\n2024-01-01,1,2\n", "2:14: error: the row has 3 columns, the header has 2"),
        BadFile(
          "Date,AAA\n2023-02-29,1\n", "2:1: error: '2023-02-29' is no date such as 2020-01-31"),
        BadFile(
          "Date,AAA\n01/02/2024,1\n", "2:1: error: '01/02/2024' is no date such as 2020-01-31"),
        BadFile(
          "Date,AAA\n2024-01-01,1\n\n2024-01-01,2\n",
          "4:1: error: 2024-01-01 is already on line 2"),
        BadFile(
          "Date,AAA,BBB\n2024-01-01,1, x1\n",
          "2:15: error: 'x1' is no positive number; the rate of BBB must be one, or 'N/A'"),
        BadFile(
          "Date,AAA\n2024-01-01,0\n",
          "2:12: error: '0' is no positive number; the rate of AAA must be one, or 'N/A'"),
        BadFile(
          "Date,AAA\n2024-01-01,-1.5\n",
          "2:12: error: '-1.5' is no positive number; the rate of AAA must be one, or 'N/A'"),
        BadFile(
          "Date,AAA\n2024-01-01,inf\n",
          "2:12: error: 'inf' is no positive number; the rate of AAA must be one, or 'N/A'"),
        BadFile(
          "Date,AAA\n2024-01-01,1e-320\n",
          "2:12: error: '1e-320' is no positive number; the rate of AAA must be one, or 'N/A'"),
      ])
    func file(_ bad: BadFile) throws {
      let outcome = try runTreasury(on: bad.text)
      #expect(outcome.errors == "FILE:\(bad.message)\n")
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.isEmpty)
    }

    @Test("as a missing file or a folder is named, with exit code 1")
    func noFile() {
      let missing = Program.run(arguments: ["no-such.csv"])
      #expect(missing.errors == "no-such.csv: error: there is no such file\n")
      #expect(missing.exitCode == 1)
      #expect(missing.output.isEmpty)

      let folder = Program.run(arguments: ["/"])
      #expect(folder.errors == "/: error: the file cannot be read\n")
      #expect(folder.exitCode == 1)
    }

    @Test(
      "as a range without a trading day says which days there are, with exit code 1",
      arguments: [
        (["--from", "2024-02-01"], "on or after 2024-02-01"),
        (["--to", "2023-12-31"], "on or before 2023-12-31"),
        (
          ["--from", "2024-01-02", "--to", "2024-01-03"],
          "on or after 2024-01-02 and on or before 2024-01-03"
        ),
      ])
    func emptyRange(options: [String], range: String) throws {
      let text = "Date,AAA\n2024-01-04,1\n2024-01-01,1\n"
      let outcome = try runTreasury(on: text, options)
      #expect(
        outcome.errors == """
          FILE: error: no trading day lies \(range); the rates run from 2024-01-01 to 2024-01-04

          """)
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.isEmpty)
    }

    @Test(
      "on the command line is one message and the usage, with exit code 2",
      arguments: [
        (["--walets", "3"], "there is no option '--walets'"),
        (["-x"], "there is no option '-x'"),
        (["--json=1"], "there is no option '--json=1'"),
        (["a.csv", "b.csv"], "one FILE is enough, 'b.csv' is a second"),
        (["--wallets"], "--wallets needs a value"),
        (["--wallets", "0"], "--wallets needs a whole number above 0, not '0'"),
        (["--wallets", "-1"], "--wallets needs a whole number above 0, not '-1'"),
        (["--wallets=many"], "--wallets needs a whole number above 0, not 'many'"),
        (["--from", "2024-13-01"], "--from needs a date such as 2020-01-31, not '2024-13-01'"),
        (["--to", "2024-1-1"], "--to needs a date such as 2020-01-31, not '2024-1-1'"),
        (
          ["--from", "2024-01-02", "--to", "2024-01-01"],
          "--from 2024-01-02 is after --to 2024-01-01"
        ),
      ])
    func usage(arguments: [String], message: String) {
      let outcome = Program.run(arguments: arguments)
      #expect(outcome.errors == "error: \(message)\n\(Options.usageLine)\n")
      #expect(outcome.exitCode == 2)
      #expect(outcome.output.isEmpty)
    }

    @Test("is not what asking for help or for the framework's options is")
    func notBad() throws {
      let help = Program.run(arguments: ["--help"])
      #expect(help.exitCode == 0)
      #expect(help.output.hasPrefix(Options.usageLine))
      #expect(try Options(arguments: ["--alchemic-log"]) == Options())
    }
  }
}
