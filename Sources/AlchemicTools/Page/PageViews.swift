import AlchemicCore
import AlchemicRuntime

/// The views of a page: that of all factories, or an overview and one view for each group.
struct PageViews {
  /// The maximum number of factories in the default view.
  static let most = 600

  let graph: ModelGraph
  let texts: NodeTexts
  let arrows: Arrows
  let groups: NodeGroups
  let flawed: Set<Int>
  /// By node: the time of one of the slowest objects, which the box shows.
  private let slowest: [Int: String]
  /// By crowd: the group of the first factory that needs it.
  let groupOfCrowd: [Int]
  /// By group: the indices of the arrows that begin or end in it.
  private let arrowsOfGroup: [[Int]]

  init(of graph: ModelGraph, slowest: [Int: String] = [:]) {
    self.graph = graph
    self.slowest = slowest
    texts = NodeTexts(of: graph)
    arrows = Arrows(of: graph)
    groups = NodeGroups(of: texts)
    flawed = graph.flawedNodes
    var groupOfCrowd = [Int](repeating: -1, count: arrows.crowds.count)
    for arrow in arrows.arrows where arrow.to >= graph.nodes.count {
      let crowd = arrow.to - graph.nodes.count
      if groupOfCrowd[crowd] < 0 { groupOfCrowd[crowd] = groups.groupOfNode[arrow.from] }
    }
    self.groupOfCrowd = groupOfCrowd
    var members = [[Int]](repeating: [], count: groups.groups.count)
    if graph.nodes.count > Self.most {
      for (number, arrow) in arrows.arrows.enumerated() {
        let from = groups.groupOfNode[arrow.from]
        let to =
          arrow.to < graph.nodes.count
          ? groups.groupOfNode[arrow.to] : groupOfCrowd[arrow.to - graph.nodes.count]
        members[from].append(number)
        if to != from { members[to].append(number) }
      }
    }
    arrowsOfGroup = members
  }

  /// Whether the default view shows groups.
  var hasOverview: Bool { graph.nodes.count > Self.most }

  /// The view that the page shows first.
  var home: PageView { hasOverview ? overview : whole }

  /// The group of a node or a crowd.
  private func group(of number: Int) -> Int {
    number < graph.nodes.count
      ? groups.groupOfNode[number] : groupOfCrowd[number - graph.nodes.count]
  }

  // MARK: Views

  /// All factories.
  private var whole: PageView {
    var view = PageView()
    let hasModules = texts.moduleNames.count > 1
    for node in graph.nodes { _ = view.add(box(of: node, hasModule: hasModules)) }
    for crowd in arrows.crowds.indices { _ = view.add(box(ofCrowd: crowd)) }
    view.arrows = arrows.arrows.map { arrow in
      PageArrow(from: arrow.from, to: arrow.to, edge: arrow.edge, of: graph)
    }
    return view
  }

  /// A box for each group, and an arrow from each group to each group that it needs.
  private var overview: PageView {
    var view = PageView()
    view.mostLabels = 40
    view.labelSize = 15
    for group in groups.groups.indices { _ = view.add(box(ofGroup: group)) }
    var counts: [GroupPair: Int] = [:]
    for arrow in arrows.arrows {
      let pair = GroupPair(from: group(of: arrow.from), to: group(of: arrow.to))
      if pair.from != pair.to { counts[pair, default: 0] += 1 }
    }
    view.arrows = counts.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map {
      pair, count in
      let width = count < 10 ? "" : count < 100 ? " wide" : " widest"
      return PageArrow(
        from: pair.from, to: pair.to, classes: "between\(width)", count: count, isLabelled: true)
    }
    return view
  }

  private struct GroupPair: Hashable {
    let from: Int
    let to: Int
  }

  /// Returns the factories of a group, and a box for each other group that they need or that needs
  /// them.
  func view(ofGroup number: Int) -> PageView {
    var view = PageView()
    var positions: [Int: Int] = [:]
    for node in groups.groups[number].nodes {
      positions[node] = view.add(box(of: graph.nodes[node], hasModule: false))
    }
    for crowd in arrows.crowds.indices where groupOfCrowd[crowd] == number {
      positions[graph.nodes.count + crowd] = view.add(box(ofCrowd: crowd))
    }
    var foreign: [GroupPair: Int] = [:]
    var portals: [Int: Int] = [:]
    func position(of end: Int) -> Int {
      if let position = positions[end] { return position }
      let group = group(of: end)
      if let portal = portals[group] { return portal }
      let portal = view.add(box(ofPortalTo: group))
      portals[group] = portal
      return portal
    }
    for arrow in arrowsOfGroup[number].map({ arrows.arrows[$0] }) {
      let (from, to) = (position(of: arrow.from), position(of: arrow.to))
      if positions[arrow.from] != nil, positions[arrow.to] != nil {
        view.arrows.append(PageArrow(from: from, to: to, edge: arrow.edge, of: graph))
      } else {
        foreign[GroupPair(from: from, to: to), default: 0] += 1
      }
    }
    let portalPositions = Set(portals.values)
    view.arrows += foreign.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map {
      pair, count in
      PageArrow(
        from: pair.from, to: pair.to,
        classes: portalPositions.contains(pair.from) ? "incoming" : "outgoing", count: count,
        isLabelled: false)
    }
    return view
  }

  // MARK: Boxes

  private func box(of node: ModelGraph.Node, hasModule: Bool) -> PageBox {
    let number = node.number
    let facts = node.factory
    let module = texts.modules[number]
    let name = Wording.shown(texts.names[number], limit: 40)
    let type = Wording.shown(texts.types[number], limit: 40)
    var lines = [PageBox.Line(text: name, style: "name")]
    if type != name { lines.append(PageBox.Line(text: type, style: "type")) }
    if hasModule { lines.append(PageBox.Line(text: texts.moduleNames[module], style: "module")) }
    var classes = "node \(facts.lifetime) \(NodeTexts.colour(ofModule: module))"
    if facts.isTransient { classes += " transient" }
    if node.isOverridden { classes += " overridden" }
    if slowest[number] != nil { classes += " slow" }
    let badges = node.badges + (slowest[number].map { [$0] } ?? [])
    let isFlawed = flawed.contains(number)
    if isFlawed { classes += " flawed" }
    let outline: PageBox.Outline =
      facts.origin == .decorator
      ? .hexagon : facts.lifetime == .template ? .rounded : .rectangle
    return PageBox(
      key: "n\(number)", classes: classes, outline: outline, isDouble: facts.scope != nil,
      isFlawed: isFlawed, lines: lines, badges: badges,
      label: ([
        texts.names[number], "type \(texts.types[number])",
        "module \(texts.moduleNames[module])", "\(facts.lifetime)",
      ] + badges
        + (isFlawed ? ["has a problem"] : [])).joined(separator: ", "),
      module: module)
  }

  private func box(ofCrowd crowd: Int) -> PageBox {
    let type = Wording.shown(arrows.crowds[crowd].type, limit: 40)
    let title = "\(arrows.crowds[crowd].count) factories"
    return PageBox(
      key: "c\(crowd)", classes: "crowd", outline: .stack,
      lines: [
        PageBox.Line(text: title, style: "name"), PageBox.Line(text: type, style: "type"),
      ], label: "\(title) of \(type)",
      module: graph.nodes.isEmpty ? 0 : groups.groups[groupOfCrowd[crowd]].module)
  }

  private func box(ofGroup number: Int) -> PageBox {
    let group = groups.groups[number]
    let title = "\(group.nodes.count) " + (group.nodes.count == 1 ? "factory" : "factories")
    let flaws = group.nodes.count { flawed.contains($0) }
    let problems = flaws == 0 ? "" : ", \(flaws) with problems"
    return PageBox(
      key: "g\(number)",
      classes: "group \(NodeTexts.colour(ofModule: group.module))" + (flaws > 0 ? " flawed" : ""),
      outline: .folder, isFlawed: flaws > 0,
      lines: [
        PageBox.Line(text: Wording.shown(group.name, limit: 60), style: "name"),
        PageBox.Line(text: title + problems, style: "type"),
      ], label: "group \(group.name), \(title)\(problems)", module: group.module)
  }

  private func box(ofPortalTo number: Int) -> PageBox {
    let group = groups.groups[number]
    return PageBox(
      key: "g\(number)", classes: "portal \(NodeTexts.colour(ofModule: group.module))",
      outline: .flag,
      lines: [PageBox.Line(text: Wording.shown(group.name, limit: 40), style: "type")],
      label: "to the group \(group.name)", module: group.module)
  }
}
