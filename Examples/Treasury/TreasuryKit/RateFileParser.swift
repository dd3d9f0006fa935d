/// Reads the text of a rate file: a header `Date,USD,…`, then a row per day.
///
/// The order of the rows does not matter. An empty field and `N/A` mean not quoted. A comma may
/// end a line, blank lines do not count.
struct RateFileParser {
  /// The file as the user named it, for messages.
  let source: String

  /// Returns all rates of a file.
  ///
  /// - Throws: ``TreasuryError`` for the first thing that is wrong, with its place.
  func parse(_ text: String) throws(TreasuryError) -> RateTable {
    var lines = lines(of: text)[...]
    guard let first = lines.popFirst() else { throw error(.emptyFile, line: 1, column: 1) }
    let header = try header(first)
    guard !lines.isEmpty else { throw error(.noRows, line: first.number + 1, column: 1) }

    var days: [TradingDay] = []
    days.reserveCapacity(lines.count)
    var lineOfDate: [Day: Int] = [:]
    for line in lines {
      let day = try tradingDay(line, below: header)
      if let earlier = lineOfDate.updateValue(line.number, forKey: day.date) {
        throw error(.repeatedDate(day.date, line: earlier), line: line.number, column: 1)
      }
      days.append(day)
    }
    return RateTable(source: source, currencies: header.currencies, days: days)
  }

  private func error(
    _ problem: TreasuryError.Problem, line: Int, column: Int
  ) -> TreasuryError {
    TreasuryError(problem, in: source, at: TreasuryError.CodeLocation(line: line, column: column))
  }
}

// MARK: - Header and rows

extension RateFileParser {
  private struct Header {
    let currencies: [String]
    let endsInComma: Bool

    var columnCount: Int { currencies.count + 1 }
  }

  private func header(_ line: Line) throws(TreasuryError) -> Header {
    var fields = line.fields
    let endsInComma = fields.count > 1 && fields.last?.text == ""
    if endsInComma { fields.removeLast() }

    guard fields[0].text == "Date" else {
      throw error(
        .noDateColumn(found: String(fields[0].text)), line: line.number, column: fields[0].column)
    }
    guard fields.count > 1 else {
      throw error(.noCurrencies, line: line.number, column: line.endColumn)
    }
    var currencies: [String] = []
    for field in fields.dropFirst() {
      let code = String(field.text)
      guard isCurrency(code) else {
        throw error(.badCurrency(code), line: line.number, column: field.column)
      }
      guard !currencies.contains(code) else {
        throw error(.repeatedCurrency(code), line: line.number, column: field.column)
      }
      currencies.append(code)
    }
    return Header(currencies: currencies, endsInComma: endsInComma)
  }

  private func tradingDay(
    _ line: Line, below header: Header
  ) throws(TreasuryError) -> TradingDay {
    var fields = line.fields
    // Without a comma at the end of the header, one at the end of a row of the right length
    // says that the last currency was not quoted.
    if fields.last?.text == "", header.endsInComma || fields.count > header.columnCount {
      fields.removeLast()
    }
    guard fields.count == header.columnCount else {
      let surplus = fields.dropFirst(header.columnCount).first
      throw error(
        .wrongColumnCount(found: fields.count, expected: header.columnCount),
        line: line.number, column: surplus?.column ?? line.endColumn)
    }
    guard let date = Day(fields[0].text) else {
      throw error(
        .badDate(String(fields[0].text)), line: line.number, column: fields[0].column)
    }
    var rates: [Double?] = []
    rates.reserveCapacity(header.currencies.count)
    for (field, currency) in zip(fields.dropFirst(), header.currencies) {
      guard !field.isNotQuoted else {
        rates.append(nil)
        continue
      }
      guard let rate = rate(field.text) else {
        throw error(
          .badRate(String(field.text), currency: currency),
          line: line.number, column: field.column)
      }
      rates.append(rate)
    }
    return TradingDay(date: date, rates: rates)
  }

  private func isCurrency(_ code: String) -> Bool {
    code.first?.isLetter == true
      && code.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
  }

  /// The rate a text stands for; nil unless it is a positive decimal number whose reciprocal
  /// is one too.
  private func rate(_ text: Substring) -> Double? {
    guard
      text.utf8.allSatisfy("0123456789.eE+-".utf8.contains),
      let rate = Double(text), rate > 0, (Wallet.units / rate).isNormal
    else { return nil }
    return rate
  }
}

// MARK: - Lines and fields

extension RateFileParser {
  private struct Field {
    let text: Substring
    let column: Int

    var isNotQuoted: Bool { text.isEmpty || text == "N/A" }
  }

  private struct Line {
    let number: Int
    let text: Substring

    /// The column after the last one.
    var endColumn: Int { text.utf8.count + 1 }

    /// What stands between the commas, without the blanks around it.
    var fields: [Field] {
      var column = 1
      return text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        bytes in
        defer { column += bytes.count + 1 }
        let indent = bytes.prefix(while: isBlank).count
        return Field(text: trimmingEnd(bytes.dropFirst(indent)), column: column + indent)
      }
    }
  }

  private func lines(of text: String) -> [Line] {
    let scalars = text.unicodeScalars
    let hasByteOrderMark = scalars.first == "\u{FEFF}"
    return Substring(scalars.dropFirst(hasByteOrderMark ? 1 : 0)).utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { Line(number: $0 + 1, text: trimmingEnd($1)) }
      .filter { !$0.text.isEmpty }
  }
}

/// Whether a byte is a space, a tab or a carriage return.
private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

private func trimmingEnd(_ bytes: Substring.UTF8View) -> Substring {
  var end = bytes.endIndex
  while end > bytes.startIndex, isBlank(bytes[bytes.index(before: end)]) {
    end = bytes.index(before: end)
  }
  return Substring(bytes[..<end])
}
