import AlchemicCore

/// A box of a view: its contents and its size.
struct PageBox {
  /// The form of the border, which distinguishes kinds of boxes without their colours.
  enum Outline {
    case rectangle
    case rounded
    case hexagon
    /// Several rectangles, one behind the other.
    case stack
    /// A rectangle with a tab, as of a folder.
    case folder
    /// A flag that points to another view.
    case flag
  }

  struct Line {
    let text: String
    /// The class of the style: `name`, `type` or `module`.
    let style: String
  }

  /// The name by which the script finds the box: `n` and the number of a node, `c` and that of a
  /// crowd, `g` and that of a group.
  let key: String
  let classes: String
  let outline: Outline
  /// Whether a second line is inside of the border.
  var isDouble = false
  var isFlawed = false
  let lines: [Line]
  var badges: [String] = []
  /// The text for a screen reader.
  let label: String
  /// The module, whose boxes are near each other.
  let module: Int

  private static let badgeSize = 9.5

  private var isGroup: Bool { outline == .folder }
  private var lineHeight: Double { isGroup ? 21 : 15 }

  private static func badgeWidth(_ badge: String) -> Double {
    TextWidth.of(badge, size: badgeSize) + 10
  }

  var width: Double {
    let texts = lines.map { line in
      let isName = line.style == "name"
      let size = isGroup ? isName ? 20.0 : 15 : isName ? 13 : 11
      return TextWidth.of(line.text, size: size, isBold: isName)
    }
    let pills = badges.reduce(0) { $0 + Self.badgeWidth($1) + 4 } - 4
    let text = max(texts.max() ?? 0, pills)
    let padding = outline == .hexagon || outline == .flag ? 40.0 : 24.0
    return (max(text, 36) + padding).rounded(.up)
  }

  var height: Double {
    14 + lineHeight * Double(lines.count) + (badges.isEmpty ? 0 : 18) + (isGroup ? 12 : 0)
  }

  /// Appends the box as an element of SVG.
  ///
  /// - Parameter centre: The position of its centre.
  func write(at centre: Layout.Point, to text: inout String) {
    text += "<g class=\"box \(classes)\" data-box=\"\(key)\" tabindex=\"0\" role=\"button\""
    text += " aria-label=\"\(label.inMarkup)\" transform=\"translate("
    text.append(centre.x - width / 2)
    text += " "
    text.append(centre.y - height / 2)
    text += ")\">"
    writeOutline(to: &text)
    var y = isGroup ? 32.0 : 18
    for line in lines {
      text += "<text class=\"\(line.style)\" x=\"\(Int(width / 2))\" y=\"\(Int(y))\">"
      text += line.text.inMarkup
      text += "</text>"
      y += lineHeight
    }
    writeBadges(at: y - 9, to: &text)
    writeAlarm(to: &text)
    text += "</g>"
  }

  /// Appends the border alone, for the legend.
  func writeSample(to text: inout String) {
    text += "<g class=\"box \(classes)\">"
    writeOutline(to: &text)
    writeAlarm(to: &text)
    text += "</g>"
  }

  private func writeAlarm(to text: inout String) {
    guard isFlawed else { return }
    text += "<path class=\"alarm\" d=\"M\(Int(width) - 11) 8l9-16l9 16z\"/>"
    text += "<text class=\"alarm-sign\" x=\"\(Int(width) - 2)\" y=\"6\">!</text>"
  }

  private func writeBadges(at y: Double, to text: inout String) {
    guard !badges.isEmpty else { return }
    var x = (width - badges.reduce(0) { $0 + Self.badgeWidth($1) + 4 } + 4) / 2
    for badge in badges {
      let badgeWidth = Self.badgeWidth(badge)
      text += "<rect class=\"pill\" x=\"\(Int(x))\" y=\"\(Int(y))\" width=\"\(Int(badgeWidth))\""
      text += " height=\"14\" rx=\"7\"/><text class=\"badge\" x=\"\(Int(x + badgeWidth / 2))\""
      text += " y=\"\(Int(y) + 10)\">\(badge)</text>"
      x += badgeWidth + 4
    }
  }

  private func writeOutline(to text: inout String) {
    let (w, h) = (Int(width), Int(height))
    switch outline {
    case .rectangle: writeRectangle(inset: 0, radius: 2, to: &text)
    case .rounded: writeRectangle(inset: 0, radius: 16, to: &text)
    case .hexagon: writeHexagon(inset: 0, to: &text)
    case .stack:
      text += "<path class=\"outline\" d=\"M6 -6h\(w)v\(h)h-6V0H6z\"/>"
      text += "<path class=\"outline\" d=\"M3 -3h\(w)v\(h)h-3V0H3z\"/>"
      writeRectangle(inset: 0, radius: 2, to: &text)
    case .folder:
      text += "<path class=\"outline\" d=\"M0 0h\(min(60, w / 2))l6 8H\(w)v\(h - 8)H0z\"/>"
    case .flag:
      text += "<path class=\"outline\" d=\"M0 0H\(w - 12)l12 \(h / 2)l-12 \(h - h / 2)H0z\"/>"
    }
    guard isDouble else { return }
    switch outline {
    case .hexagon: writeHexagon(inset: 4, to: &text)
    case .rounded: writeRectangle(inset: 4, radius: 13, to: &text)
    default: writeRectangle(inset: 4, radius: 1, to: &text)
    }
  }

  private func writeRectangle(inset: Int, radius: Int, to text: inout String) {
    text += "<rect class=\"\(inset > 0 ? "inner" : "outline")\""
    if inset > 0 { text += " x=\"\(inset)\" y=\"\(inset)\"" }
    text += " width=\"\(Int(width) - 2 * inset)\" height=\"\(Int(height) - 2 * inset)\""
    text += " rx=\"\(radius)\"/>"
  }

  private func writeHexagon(inset: Int, to text: inout String) {
    let (w, h) = (Int(width) - inset, Int(height) - inset)
    text += "<path class=\"\(inset > 0 ? "inner" : "outline")\""
    text += " d=\"M\(14 + inset / 2) \(inset)H\(w - 14 + inset / 2)L\(w) \(Int(height) / 2)"
    text += "L\(w - 14 + inset / 2) \(h)H\(14 + inset / 2)L\(inset) \(Int(height) / 2)z\"/>"
  }
}
