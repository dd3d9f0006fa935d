/// Rates the program cannot use: what is wrong and where.
///
/// The column counts bytes from 1, as compilers do.
package struct TreasuryError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, with the facts the message needs.
  package enum Problem: Equatable, Sendable {
    case noSuchFile
    case unreadableFile
    case emptyFile
    case noDateColumn(found: String)
    case noCurrencies
    case badCurrency(String)
    case repeatedCurrency(String)
    case noRows
    case wrongColumnCount(found: Int, expected: Int)
    case badDate(String)
    case repeatedDate(Day, line: Int)
    case badRate(String, currency: String)
    case noTradingDays(from: Day?, to: Day?, first: Day, last: Day)
  }

  /// A line and a column, both from 1.
  package struct CodeLocation: Equatable, Sendable {
    package let line: Int
    package let column: Int
  }

  /// The file as the user named it.
  package let source: String

  /// Where in the file; nil when it is the file as a whole.
  package let location: CodeLocation?

  package let problem: Problem

  init(_ problem: Problem, in source: String, at location: CodeLocation? = nil) {
    self.problem = problem
    self.source = source
    self.location = location
  }

  package var description: String {
    let position = location.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(source)\(position): error: \(problem)"
  }
}

// MARK: - Wording

extension TreasuryError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchFile:
      "there is no such file"
    case .unreadableFile:
      "the file cannot be read"
    case .emptyFile:
      "the file is empty; it needs a header 'Date,…' and a row per day"
    case .noDateColumn(let found):
      "the header starts with '\(found)' instead of 'Date'"
    case .noCurrencies:
      "the header names no currency after 'Date'"
    case .badCurrency(let code):
      "the header has '\(code)' where the code of a currency belongs"
    case .repeatedCurrency(let code):
      "the header names \(code) a second time"
    case .noRows:
      "there is no row below the header"
    case .wrongColumnCount(let found, let expected):
      "the row has \(found) columns, the header has \(expected)"
    case .badDate(let text):
      "'\(text)' is no date such as 2020-01-31"
    case .repeatedDate(let day, let line):
      "\(day) is already on line \(line)"
    case .badRate(let text, let currency):
      "'\(text)' is no positive number; the rate of \(currency) must be one, or 'N/A'"
    case .noTradingDays(let from, let to, let first, let last):
      "no trading day lies" + (from.map { " on or after \($0)" } ?? "")
        + (from != nil && to != nil ? " and" : "") + (to.map { " on or before \($0)" } ?? "")
        + "; the rates run from \(first) to \(last)"
    }
  }
}
