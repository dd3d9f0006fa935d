/// Explains the boxes and the lines of the drawing. The code of the drawing writes the samples.
enum PageLegend {
  private struct Sample {
    let classes: String
    let outline: PageBox.Outline
    let text: String
    var isDouble = false
    var isFlawed = false
  }

  private static let boxes = [
    Sample(classes: "node singleton", outline: .rectangle, text: "singleton: shared"),
    Sample(
      classes: "node template", outline: .rounded, text: "template: new each time"),
    Sample(
      classes: "node reference", outline: .rectangle,
      text: "reference: set by AcSet"),
    Sample(
      classes: "node singleton transient", outline: .rectangle,
      text: "transient: properties follow"),
    Sample(
      classes: "node singleton", outline: .rectangle, text: "object of a scope", isDouble: true),
    Sample(classes: "node singleton", outline: .hexagon, text: "decorator"),
    Sample(classes: "crowd", outline: .stack, text: "more than 100 factories"),
    Sample(
      classes: "node singleton flawed", outline: .rectangle, text: "has a problem", isFlawed: true),
  ]

  private static let groups = [
    Sample(classes: "group", outline: .folder, text: "group: opens its view"),
    Sample(classes: "portal", outline: .flag, text: "opens another group"),
  ]

  private static let arrows = [
    ("argument", "argument"),
    ("property", "property, by its name"),
    ("property follows", "property that follows AcSet"),
    ("argument provider", "provider: asks each time"),
    ("wrapped", "decorator: wraps it"),
    ("owner", "method of its object"),
  ]

  /// Appends the legend.
  ///
  /// - Parameter hasGroups: Whether the page has views of groups.
  static func write(hasGroups: Bool, to text: inout String) {
    text += "<h2>Boxes</h2>\n<ul class=\"legend\">\n"
    for sample in boxes + (hasGroups ? groups : []) { write(sample, to: &text) }
    text += "</ul>\n<h2>Arrows to what is needed</h2>\n<ul class=\"legend\">\n"
    for (classes, meaning) in arrows {
      text += "<li><svg viewBox=\"0 0 52 26\" aria-hidden=\"true\"><g class=\"arrow \(classes)\">"
      text += "<path class=\"line\" d=\"M2 13H48\"/></g></svg><span>\(meaning)</span></li>\n"
    }
    text += "</ul>\n"
  }

  private static func write(_ sample: Sample, to text: inout String) {
    let box = PageBox(
      key: "", classes: sample.classes, outline: sample.outline, isDouble: sample.isDouble,
      isFlawed: sample.isFlawed, lines: [PageBox.Line(text: "", style: "type")], label: "",
      module: 0)
    text += "<li><svg viewBox=\"-4 -8 86 47\" aria-hidden=\"true\">"
    box.writeSample(to: &text)
    text += "</svg><span>\(sample.text)</span></li>\n"
  }
}
