/// A drawing of the page: boxes and arrows, with positions from ``Layout``.
struct PageView {
  private(set) var boxes: [PageBox] = []
  var arrows: [PageArrow] = []

  /// The maximum number of labels for which the layout makes room. If there are more, a label is
  /// shown only while its arrow is highlighted.
  var mostLabels = 150
  /// The size of the labels.
  var labelSize = 11.0
  private static let margin = 24.0

  /// Adds a box and returns its position.
  mutating func add(_ box: PageBox) -> Int {
    boxes.append(box)
    return boxes.count - 1
  }

  private var hasRoomForLabels: Bool {
    arrows.count { $0.label != nil } <= mostLabels
  }

  /// The boxes and arrows for the layout. A label is a node in the middle of its arrow.
  var input: LayoutInput {
    var nodes = boxes.map { box in
      LayoutInput.Node(width: box.width, height: box.height, group: box.module)
    }
    var edges: [(from: Int, to: Int)] = []
    let hasRoom = hasRoomForLabels
    for arrow in arrows {
      guard hasRoom, let label = arrow.label else {
        edges.append((arrow.from, arrow.to))
        continue
      }
      edges.append((arrow.from, nodes.count))
      edges.append((nodes.count, arrow.to))
      nodes.append(
        LayoutInput.Node(
          width: TextWidth.of(label, size: labelSize) + 6, height: labelSize + 4,
          group: boxes[arrow.from].module))
    }
    var spacing = LayoutInput.Spacing()
    if hasRoom, nodes.count > boxes.count { spacing.layers = 26 }
    if edges.count > mostLabels { spacing.edges = 5 }
    return LayoutInput(nodes: nodes, edges: edges, spacing: spacing)
  }

  /// Appends the view as an element of SVG.
  ///
  /// - Parameters:
  ///   - name: The name by which the script finds it.
  ///   - title: The text for a screen reader.
  func write(as name: String, title: String, to text: inout String) {
    let layout = Layout(input)
    let margin = Self.margin
    text += "<svg class=\"view\" data-view=\"\(name)\" role=\"group\""
    text += " aria-label=\"\(title.inMarkup)\" viewBox=\"\(-Int(margin)) \(-Int(margin)) "
    text.append(layout.size.width + 2 * margin)
    text += " "
    text.append(layout.size.height + 2 * margin)
    text += "\">\n<g class=\"arrows\">"
    writeArrows(layout, to: &text)
    text += "</g>\n<g class=\"boxes\">"
    let order = boxes.indices.sorted { first, second in
      let (a, b) = (layout.positions[first], layout.positions[second])
      return (a.y, a.x, first) < (b.y, b.x, second)
    }
    for number in order {
      text += "\n"
      boxes[number].write(at: layout.positions[number], to: &text)
    }
    text += "</g></svg>\n"
  }

  private func writeArrows(_ layout: Layout, to text: inout String) {
    let hasRoom = hasRoomForLabels
    var (edge, labelNode) = (0, boxes.count)
    for arrow in arrows {
      text += "\n<g class=\"arrow \(arrow.classes)\" data-from=\"\(boxes[arrow.from].key)\""
      text += " data-to=\"\(boxes[arrow.to].key)\""
      if let number = arrow.edge { text += " data-edge=\"\(number)\"" }
      if arrow.count > 1 { text += " data-count=\"\(arrow.count)\"" }
      text += "><path class=\"line\" d=\""
      guard hasRoom, let label = arrow.label else {
        text.append(route: layout.routes[edge])
        text += "\"/>"
        if let label = arrow.label { write(label, on: layout.routes[edge], to: &text) }
        text += "</g>"
        edge += 1
        continue
      }
      text.append(route: layout.routes[edge] + layout.routes[edge + 1])
      text += "\"/>"
      write(label, at: layout.positions[labelNode], "label", to: &text)
      text += "</g>"
      edge += 2
      labelNode += 1
    }
  }

  /// Appends the label of an arrow, in the middle of its line.
  private func write(_ label: String, on route: [Layout.Point], to text: inout String) {
    guard route.count > 1 else { return }
    let (a, b) = (route[(route.count - 1) / 2], route[(route.count - 1) / 2 + 1])
    let middle = Layout.Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    write(label, at: middle, "label crowded", to: &text)
  }

  private func write(
    _ label: String, at centre: Layout.Point, _ classes: String, to text: inout String
  ) {
    text += "<text class=\"\(classes)\" x=\""
    text.append(centre.x)
    text += "\" y=\""
    text.append(centre.y + 4)
    text += "\">\(label.inMarkup)</text>"
  }
}
