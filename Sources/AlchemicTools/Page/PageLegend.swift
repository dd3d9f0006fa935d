/// Explains the boxes and the lines of the drawing, with samples that the drawing's own code writes.
enum PageLegend {
  private struct Sample {
    let classes: String
    let outline: PageBox.Outline
    let text: String
    var isDouble = false
    var isFlawed = false
  }

  private static let boxes = [
    Sample(classes: "node singleton", outline: .rectangle, text: "singleton: one shared object"),
    Sample(
      classes: "node template", outline: .rounded, text: "template: a new object for each request"),
    Sample(
      classes: "node reference", outline: .rectangle,
      text: "reference: the object that AcSet stores"),
    Sample(
      classes: "node singleton transient", outline: .rectangle,
      text: "transient: its properties follow AcSet"),
    Sample(
      classes: "node singleton", outline: .rectangle, text: "object of a scope", isDouble: true),
    Sample(classes: "node singleton", outline: .hexagon, text: "decorator"),
    Sample(classes: "crowd", outline: .stack, text: "more than 100 factories of a type"),
    Sample(
      classes: "node singleton flawed", outline: .rectangle, text: "has a problem", isFlawed: true),
  ]

  private static let groups = [
    Sample(classes: "group", outline: .folder, text: "group of factories: opens its view"),
    Sample(classes: "portal", outline: .flag, text: "leads to the view of another group"),
  ]

  private static let arrows = [
    ("argument", "argument of the initializer or function"),
    ("property", "injected property, with its name"),
    ("property follows", "property that follows AcSet"),
    ("argument provider", "provider: asks at each call"),
    ("wrapped", "decorator wraps it"),
    ("owner", "its method creates the product"),
  ]

  /// Appends the legend.
  ///
  /// - Parameter hasGroups: Whether the page has views of groups.
  static func write(hasGroups: Bool, to text: inout String) {
    text += "<h2>Boxes</h2>\n<ul class=\"legend\">\n"
    for sample in boxes + (hasGroups ? groups : []) { write(sample, to: &text) }
    text += "</ul>\n<h2>Arrows lead to what is needed</h2>\n<ul class=\"legend\">\n"
    for (classes, meaning) in arrows {
      text += "<li><svg viewBox=\"0 0 52 26\" aria-hidden=\"true\"><g class=\"arrow \(classes)\">"
      text += "<path class=\"line\" d=\"M2 13H48\"/></g></svg><span>\(meaning)</span></li>\n"
    }
    text += "</ul>\n"
  }

  private static func write(_ sample: Sample, to text: inout String) {
    let box = PageBox(
      key: "", classes: sample.classes, outline: sample.outline, isDouble: sample.isDouble,
      isFlawed: sample.isFlawed, lines: [PageBox.Line(text: "", style: "type")], label: "", module: 0)
    text += "<li><svg viewBox=\"-3 -9 70 42\" aria-hidden=\"true\">"
    box.writeSample(to: &text)
    text += "</svg><span>\(sample.text)</span></li>\n"
  }
}
