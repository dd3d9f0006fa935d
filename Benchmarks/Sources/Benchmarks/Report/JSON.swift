import Measure

/// The rows as the array that other programs read.
func json(_ rows: [Row]) -> String {
  let objects = rows.map { row in
    let members = [
      ("id", quoted(row.id)), ("name", quoted(row.name)), ("ns", number(row.cost.median)),
      ("floor_ns", number(row.floor.median)), ("ratio", number(row.ratio)),
      ("limit", row.limit.map(number) ?? "null"),
    ]
    return "  {" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }
  return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
}

/// JSON has no infinity.
private func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

/// Names and ids have no line breaks.
private func quoted(_ text: String) -> String {
  "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
}
