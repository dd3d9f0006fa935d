/// A command line the program cannot follow.
package enum UsageError: Error, Equatable, CustomStringConvertible {
  case unknownOption(String)
  case secondFile(String)
  case missingValue(_ option: String)
  case badCount(_ option: String, _ value: String)
  case badDate(_ option: String, _ value: String)
  case reversedRange(from: Day, to: Day)

  package var description: String {
    switch self {
    case .unknownOption(let option):
      "there is no option '\(option)'"
    case .secondFile(let file):
      "one FILE is enough, '\(file)' is a second"
    case .missingValue(let option):
      "\(option) needs a value"
    case .badCount(let option, let value):
      "\(option) needs a whole number above 0, not '\(value)'"
    case .badDate(let option, let value):
      "\(option) needs a date such as 2020-01-31, not '\(value)'"
    case .reversedRange(let from, let to):
      "--from \(from) is after --to \(to)"
    }
  }
}
