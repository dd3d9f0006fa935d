/// A drawing that is readable on a light and on a dark page: it brings its own background, and both
/// palettes.
struct SVG {
  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// What an element is; the style says how that looks.
  enum Role: String {
    case title, text, muted, grid, axis
    /// A ratio within its limit, above it, and one that has none.
    case good, bad, plain
    /// The lines of a curve.
    case cost, other, floor, allowed
  }

  enum Anchor: String {
    case start, middle, end
  }

  mutating func line(_ role: Role, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    elements.append(
      "<line class=\"\(role)\" x1=\"\(n(from.x))\" y1=\"\(n(from.y))\" x2=\"\(n(to.x))\" y2=\"\(n(to.y))\"/>"
    )
  }

  mutating func path(_ role: Role, through points: [(x: Double, y: Double)]) {
    let list = points.map { "\(n($0.x)),\(n($0.y))" }.joined(separator: " ")
    elements.append("<polyline class=\"\(role)\" points=\"\(list)\"/>")
  }

  mutating func dot(_ role: Role, at point: (x: Double, y: Double)) {
    elements.append(
      "<circle class=\"\(role) dot\" cx=\"\(n(point.x))\" cy=\"\(n(point.y))\" r=\"3.5\"/>")
  }

  mutating func bar(_ role: Role, x: Double, y: Double, width: Double, height: Double) {
    elements.append(
      "<rect class=\"\(role)\" x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(max(width, 1)))\" height=\"\(n(height))\" rx=\"2\"/>"
    )
  }

  mutating func text(
    _ role: Role, _ text: String, at point: (x: Double, y: Double), _ anchor: Anchor = .start
  ) {
    elements.append(
      "<text class=\"\(role)\" x=\"\(n(point.x))\" y=\"\(n(point.y))\" text-anchor=\"\(anchor)\">\(escaped(text))</text>"
    )
  }

  /// The whole file.
  var file: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(width)) \(n(height))" width="\(n(width))" height="\(n(height))" role="img">
    <style>
    \(Self.style)
    </style>
    <rect class="page" width="100%" height="100%" rx="8"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static let style = """
    text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2328; }
    text.title { font-size: 15px; font-weight: 600; }
    text.muted { fill: #656d76; }
    .page { fill: #ffffff; stroke: #d1d9e0; }
    .grid { stroke: #e4e8ec; }
    .axis { stroke: #818b98; }
    .good { fill: #2da44e; } .bad { fill: #e5534b; } .plain { fill: #8c959f; }
    polyline { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
    polyline.cost { stroke: #0969da; } .cost.dot, text.cost { fill: #0969da; }
    polyline.other { stroke: #8250df; } .other.dot, text.other { fill: #8250df; }
    polyline.floor { stroke: #8c959f; } .floor.dot, text.floor { fill: #8c959f; }
    polyline.allowed { stroke: #bf8700; stroke-dasharray: 5 4; stroke-width: 1.5; }
    line.allowed { stroke: #bf8700; stroke-width: 2.5; } text.allowed { fill: #9a6700; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; } text.muted { fill: #9198a1; }
      .page { fill: #0d1117; stroke: #3d444d; }
      .grid { stroke: #262c36; } .axis { stroke: #656c76; }
      .good { fill: #3fb950; } .bad { fill: #f85149; } .plain { fill: #7d8590; }
      polyline.cost { stroke: #4493f8; } .cost.dot, text.cost { fill: #4493f8; }
      polyline.other { stroke: #ab7df8; } .other.dot, text.other { fill: #ab7df8; }
      polyline.floor { stroke: #9198a1; } .floor.dot, text.floor { fill: #9198a1; }
      polyline.allowed, line.allowed { stroke: #d29922; } text.allowed { fill: #d29922; }
    }
    """

  private func n(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : fixed(number, 1)
  }

  private func escaped(_ text: String) -> String {
    text.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }
      .joined()
  }
}
