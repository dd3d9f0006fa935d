extension Report {
  /// The report for a program: one object, with every digit a number has.
  package var json: String {
    object([
      ("days", "\(days)"),
      ("wallets", "\(wallets)"),
      ("reinjections", "\(reinjections)"),
      ("seconds", "\(seconds)"),
      ("nsPerReinjection", "\(nanosecondsPerReinjection)"),
      ("residentOnDay100", resident.map { "\($0.onDay100)" } ?? "null"),
      ("residentAtEnd", resident.map { "\($0.atEnd)" } ?? "null"),
      ("currencies", "[\n\(lines.map(object(of:)).joined(separator: ",\n"))\n]"),
    ]) + "\n"
  }

  private func object(of line: Line) -> String {
    object([
      ("code", string(line.currency)),
      ("first", number(line.figures?.first)),
      ("last", number(line.figures?.last)),
      ("min", number(line.figures?.min)),
      ("max", number(line.figures?.max)),
      ("maxDrawdown", number(line.figures?.maxDrawdown)),
      ("quoted", "\(line.figures?.quoted ?? 0)"),
      ("alerts", object(Array(zip(rules, line.alerts.map { "\($0)" })))),
    ])
  }

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.name)):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// Swift writes the fewest digits that read back as the same number, as JSON allows.
  private func number(_ value: Double?) -> String {
    value.map { "\($0)" } ?? "null"
  }

  /// Currencies are letters, and no rule has a line break in its name.
  private func string(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}
