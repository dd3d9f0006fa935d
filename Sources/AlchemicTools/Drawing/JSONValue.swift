/// A value of JSON, as far as the tools write it.
enum JSONValue {
  case text(String)
  case texts([String])
  case number(Int)
  case decimal(Double)
  case flag(Bool)
  case array([JSONValue])
  /// A member without a value is omitted.
  case object([(key: String, value: JSONValue)])
  case absent

  /// The value as one line.
  var line: String {
    var text = ""
    write(to: &text)
    return text
  }

  func write(to text: inout String) {
    switch self {
    case .text(let value): Self.write(value, to: &text)
    case .texts(let values): Self.write(values, to: &text) { Self.write($0, to: &$1) }
    case .number(let value): text += "\(value)"
    case .decimal(let value): text += "\(value)"
    case .flag(let value): text += value ? "true" : "false"
    case .array(let values): Self.write(values, to: &text) { $0.write(to: &$1) }
    case .absent: text += "null"
    case .object(let members):
      text += "{"
      var isFirst = true
      for (key, value) in members {
        if case .absent = value { continue }
        text += isFirst ? "\"" : ", \""
        isFirst = false
        text += key
        text += "\": "
        value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write<Value>(
    _ values: [Value], to text: inout String, _ write: (Value, inout String) -> Void
  ) {
    text += "["
    for (number, value) in values.enumerated() {
      if number > 0 { text += ", " }
      write(value, &text)
    }
    text += "]"
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    // A page ends its script at "</script", so no "<" is written as itself.
    let isPlain = value.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        && $0 != UInt8(ascii: "<")
    }
    text += isPlain ? value : escaped(value)
    text += "\""
  }

  private static func escaped(_ value: String) -> String {
    value.escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      // Always four digits. The line separators end a line in a script.
      case "\0"..<" ", "<", "\u{7F}"..<"\u{A0}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}",
        "\u{200E}", "\u{200F}", "\u{61C}":
        "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: nil
      }
    }
  }
}
