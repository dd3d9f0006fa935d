/// A day of the calendar, written as 2020-01-31.
package struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let day: Int

  /// Reads a day; nil unless the text is one, with four, two and two digits.
  package init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard let number = Self.number(part) else { return nil }
      numbers.append(number)
    }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard (1...12).contains(month), (1...length).contains(day) else { return nil }
  }

  /// The number these digits stand for; nil if one of them is no digit.
  private static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// How many days the month has.
  private var length: Int {
    switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private var isLeapYear: Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  package static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package var description: String {
    "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }
}
