extension String {
  /// The text as the content or as a quoted attribute of HTML. `Wording.shown` has removed control
  /// characters, such as a zero byte. This replaces scalars that Unicode does not regard as
  /// characters.
  var inMarkup: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        false
      default: byte < 0x80
      }
    }
    guard !isPlain else { return self }
    return escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case _ where scalar.value & 0xFFFE == 0xFFFE: "\u{FFFD}"
      default: nil
      }
    }
  }

  /// Appends a coordinate. The drawing is precise to a pixel.
  mutating func append(_ coordinate: Double) { self += "\(Int(coordinate.rounded()))" }

  /// Appends a path through points, with round corners.
  mutating func append(route: [Layout.Point], cornerRadius: Double = 8) {
    func append(_ command: String, _ x: Double, _ y: Double) {
      self += command
      self.append(x)
      self += " "
      self.append(y)
    }
    for (number, point) in route.enumerated() {
      guard number > 0, number < route.count - 1 else {
        append(number == 0 ? "M" : "L", point.x, point.y)
        continue
      }
      let before = route[number - 1].along(to: point, stopping: cornerRadius)
      let after = route[number + 1].along(to: point, stopping: cornerRadius)
      append("L", before.x, before.y)
      append("Q", point.x, point.y)
      append(" ", after.x, after.y)
    }
  }
}

extension Layout.Point {
  /// Returns the point on the way to another one, at a distance before that one, but at least at
  /// the middle.
  fileprivate func along(to end: Layout.Point, stopping distance: Double) -> Layout.Point {
    let (dx, dy) = (end.x - x, end.y - y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return end }
    let part = max(0.5, 1 - distance / length)
    return Layout.Point(x: x + dx * part, y: y + dy * part)
  }
}

/// The width of texts. No program draws them before a browser opens the page, so this has the
/// widths of Helvetica, which are also those of the fonts with the same metrics.
enum TextWidth {
  /// By ASCII character from the space: thousandths of the font's size.
  private static let widths: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 278,
  ]

  /// - Parameters:
  ///   - size: The size of the font.
  ///   - isBold: Whether the font is bold, and so wider.
  static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
    var total = 0.0
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x20, scalar.value < 0x80 {
        total += widths[Int(scalar.value) - 0x20]
      } else if scalar.properties.generalCategory != .nonspacingMark {
        total += 1000
      }
    }
    return total / 1000 * size * (isBold ? 1.08 : 1.02)
  }
}
