import AlchemicCore
import AlchemicInject
import AlchemicTestSupport
import Foundation
import Testing

@testable import AlchemicTools

#if canImport(FoundationXML)
import FoundationXML
#endif

private final class DiskStore: Store { init() {} }
private final class MemoryStore: Store { init() {} }
private final class CachedStore: Store { init(_ store: any Store) {} }
private final class Clock: Sendable {}
private final class Missing: Sendable {}
private final class Rate: Sendable {}
private final class Checkout {
  @Injected var store: any Store
  @Injected var clocks: Provider<Clock>
  @Weak var last: Clock?
  @Transient var rate: Rate
  init(_ clock: Clock) {}
}

private enum Request: AlchemicScope {}

/// A page and what a reader of its markup finds.
private struct ReadPage {
  let html: String
  private(set) var views: [ReadView] = []
  let data: Data

  init(_ graph: ModelGraph) throws {
    html = graph.drawing(as: .html)
    var rest = Substring(html)
    while let start = rest.range(of: "<svg class=\"view\""),
      let end = rest.range(of: "</svg>\n", range: start.lowerBound..<rest.endIndex)
    {
      views.append(try ReadView(String(rest[start.lowerBound..<end.upperBound])))
      rest = rest[end.upperBound...]
    }
    let begin = try #require(html.range(of: "id=\"data\">"))
    let end = try #require(html.range(of: "</script>", range: begin.upperBound..<html.endIndex))
    data = Data(html[begin.upperBound..<end.lowerBound].utf8)
  }
}

/// A view, read as XML.
private final class ReadView: NSObject, XMLParserDelegate {
  private(set) var name = ""
  private(set) var boxes: [[String: String]] = []
  private(set) var arrows: [[String: String]] = []
  private(set) var texts: [String] = []
  private var text: String?

  init(_ markup: String) throws {
    super.init()
    let parser = XMLParser(data: Data(markup.utf8))
    parser.delegate = self
    if !parser.parse() { throw ReadError(line: parser.lineNumber, column: parser.columnNumber) }
  }

  struct ReadError: Error {
    let line: Int
    let column: Int
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if element == "text" { text = "" }
    if let view = attributes["data-view"] { name = view }
    if attributes["data-box"] != nil { boxes.append(attributes) }
    if attributes["data-from"] != nil { arrows.append(attributes) }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard element == "text", let ended = text else { return }
    texts.append(ended)
    text = nil
  }

  func box(_ key: String) -> [String: String]? { boxes.first { $0["data-box"] == key } }
}

private struct PanelData: Decodable {
  struct Node: Decodable {
    let name, type, lifetime, declared: String
    let module, group: Int
    let options: [String]?
    let location: String?
    let problems, crowds: [Int]?
  }
  struct Edge: Decodable {
    let from: Int
    let label: String
    let chosen: [[Int]]
    let excluded: [[Int]]?
    let crowd, count: Int?
    let update, effect: Int
  }
  let modules: [String]
  let nodes: [Node]
  let edges: [Edge]
  let reasons, problems: [String]

  init(_ page: ReadPage) throws { self = try JSONDecoder().decode(PanelData.self, from: page.data) }
}

@Suite struct PageTests {
  /// A factory of each kind, and a need of each kind.
  private func graph() throws -> ModelGraph {
    try makeModel { model in
      model.register(Clock.init, AcScope(Request.self))
      model.register(DiskStore.init, AcPrimary(), AcLazy())
      model.register(MemoryStore.init)
      model.decorate((any Store).self) { CachedStore($0) as any Store }
      model.register(Rate.self, AcReference(), AcFactoryName("rate"))
      model.register(Checkout.init, AcTemplate())
      model.register(Missing.init, AcTransient(), AcFactoryName("spare"))
    }.graph
  }

  /// A model of as many factories as a test needs, each of which needs its predecessor.
  private func chain(_ count: Int, files: [StaticString]) throws -> ModelGraph {
    try makeModel { model in
      for number in 0..<count {
        let file = files[number * files.count / count]
        guard number > 0 else {
          model.register(AcFactoryName("0"), fileID: file) { number }
          continue
        }
        model.register(
          { (previous: Int) in previous }, AcName("\(number - 1)"),
          options: AcFactoryName("\(number)"), fileID: file)
      }
    }.graph
  }

  @Test("W3: a page contains all that it uses, and forbids every request")
  func selfContained() throws {
    let html = try graph().drawing(as: .html)
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"))
    #expect(html.contains("Content-Security-Policy\" content=\"default-src 'none'; "))
    #expect(html.contains("<title>AlchemicToolsTests: 8 factories"))
    for part in ["http:", "https:", " src=", "@import", "<link", "<iframe", "<img", "fetch("] {
      #expect(!html.contains(part), "\(part)")
    }
    #expect(html.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("#") })
  }

  @Test("W3: a page shows every factory and every answer to a need once")
  func complete() throws {
    let graph = try graph()
    let page = try ReadPage(graph)
    let view = try #require(page.views.first)
    #expect(page.views.count == 1 && view.name == "home")
    #expect(Set(view.boxes.map { $0["data-box"] }) == Set(graph.nodes.map { "n\($0.number)" }))
    #expect(view.boxes.count == graph.nodes.count)
    let drawn = view.arrows.map { arrow in
      [arrow["data-from"], arrow["data-to"], arrow["data-edge"]].map { $0 ?? "" }
    }
    let expected = graph.edges.enumerated().flatMap { number, edge in
      edge.chosen.map { ["n\(edge.from)", "n\($0)", "\(number)"] }
    }
    #expect(drawn == expected)
    #expect(Set(["store", "clocks", "last (weak)", "rate"]).isSubset(of: view.texts))
  }

  @Test("W3: a page tells kinds of factories and needs apart by their form")
  func forms() throws {
    let graph = try graph()
    let page = try ReadPage(graph)
    let view = try #require(page.views.first)
    func classes(_ name: String) throws -> String {
      let node = try #require(graph.node(named: name))
      return try #require(view.box("n\(node.number)")?["class"])
    }
    #expect(try classes("Checkout").contains("template"))
    #expect(try classes("rate").contains("reference"))
    #expect(try classes("spare").contains("transient"))
    #expect(page.html.contains("class=\"inner\""))
    #expect(Set(["primary", "lazy"]).isSubset(of: view.texts))
    let kinds = Set(view.arrows.compactMap { $0["class"] })
    #expect(kinds.contains("arrow argument") && kinds.contains("arrow property"))
    #expect(kinds.contains("arrow property provider") && kinds.contains("arrow property follows"))
    #expect(kinds.contains("arrow wrapped"))
  }

  @Test("W3: the panel has why a factory answers and why another one does not")
  func explanations() throws {
    let graph = try graph()
    let data = try PanelData(ReadPage(graph))
    #expect(data.nodes.map(\.name) == graph.nodes.map(\.name))
    #expect(data.edges.count == graph.edges.count)
    let store = try #require(data.edges.first { $0.label == "store" })
    #expect(store.chosen.count == 1)
    let verdicts = (store.excluded ?? []).map { verdict in
      "\(data.nodes[verdict[0]].name): \(data.reasons[verdict[1]])"
    }
    #expect(verdicts.contains("DiskStore: a decorator wraps it"))
    for (edge, need) in zip(data.edges, graph.edges) {
      let explanation = graph.explanation(of: need)
      #expect(explanation.description.hasSuffix(data.reasons[edge.update]))
    }
    let rate = try #require(data.edges.first { $0.label == "rate" })
    #expect(data.reasons[rate.effect] == "follows AcSet")
  }

  @Test("W3: a page is valid whatever the names", arguments: AnyName.all)
  func names(_ given: AnyName) throws {
    let graph = try makeModel { model in
      model.register(Clock.init, AcFactoryName(given.text))
      model.register(Missing.init, AcFactoryName("after " + given.text))
    }.graph
    let page = try ReadPage(graph)
    #expect(page.views.first?.boxes.count == 2)
    #expect(page.html.utf8.count < 100_000)
    let data = try PanelData(page)
    #expect(data.nodes[0].name == Wording.shown(given.text))
    #expect(data.nodes[1].name == Wording.shown("after " + given.text))
    // The page has its own scripts, and no name ends one of them.
    #expect(page.html.components(separatedBy: "</script").count == 3)
    #expect(page.html.components(separatedBy: "<script").count == 3)
    #expect(!page.html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("W3: a page lists the problems, and marks the factories that have them")
  func problems() throws {
    let builder = ModelBuilder()
    builder.register(Clock.init)
    builder.register(CachedStore.init, AcFactoryName("needs <Store>"))
    let built = builder.buildRegardless(injector: ModelHostInjector())
    let graph = ModelGraph(of: built.model, problems: built.problems)
    #expect(!graph.problems.isEmpty)
    let page = try ReadPage(graph)
    #expect(page.html.contains("⚠ \(graph.problems.count) problem"))
    #expect(page.html.contains("<a class=\"jump\" href=\"#n1\">needs &lt;Store&gt;</a>"))
    let view = try #require(page.views.first)
    #expect(view.box("n1")?["class"]?.contains("flawed") == true)
    #expect(view.box("n1")?["aria-label"]?.hasSuffix("has a problem") == true)
    #expect(view.box("n0")?["class"]?.contains("flawed") == false)
    #expect(try PanelData(page).nodes[1].problems == [0])
  }

  @Test("W3: the page of a model without factories shows that it has none")
  func empty() throws {
    let page = try ReadPage(makeModel { _ in }.graph)
    #expect(page.views.isEmpty)
    #expect(page.html.contains("<p class=\"empty\">The model has no factories.</p>"))
    #expect(try PanelData(page).nodes.isEmpty)
  }

  @Test("W3: no box of a view overlaps another one")
  func overlaps() throws {
    for graph in [try graph(), try chain(700, files: ["A/A.swift", "B/B.swift"])] {
      let views = PageViews(of: graph)
      let groups = views.hasOverview ? Array(views.groups.groups.indices) : []
      for view in [views.home] + groups.map(views.view(ofGroup:)) {
        #expect(Overlaps(view.input, Layout(view.input)).ofNodes == 0)
      }
    }
  }

  @Test("W3: above 600 factories, a page shows groups first, and the view of each on demand")
  func groups() throws {
    let small = try ReadPage(chain(600, files: ["A/A.swift", "B/B.swift"]))
    #expect(small.views.map(\.name) == ["home"])
    #expect(small.views[0].boxes.count == 600)

    // One module fits into a view, one is divided by its files, one of these by ranges.
    let files: [StaticString] = [
      "Small/A.swift", "Large/B.swift", "Large/C.swift", "Large/C.swift",
    ]
    let graph = try chain(1000, files: files)
    let page = try ReadPage(graph)
    let groups = PageViews(of: graph).groups.groups
    #expect(
      groups.map(\.name) == [
        "Small", "Large/B.swift", "Large/C.swift 1–250", "Large/C.swift 251–500",
      ])
    #expect(page.views.map(\.name) == ["home", "0", "1", "2", "3"])
    #expect(page.views[0].boxes.compactMap { $0["data-box"] } == ["g3", "g2", "g1", "g0"])
    #expect(page.html.components(separatedBy: "<template id=").count == 5)

    // Every factory and every answer is in one view, and neighbours have one box each.
    let boxes = page.views.dropFirst().flatMap(\.boxes).compactMap { $0["data-box"] }
    let nodes = boxes.filter { $0.hasPrefix("n") }
    #expect(Set(nodes).count == 1000 && nodes.count == 1000)
    #expect(page.views.dropFirst().map { $0.boxes.count } == [251, 252, 252, 251])
    let arrows = page.views.dropFirst().flatMap(\.arrows)
    #expect(arrows.count { $0["data-edge"] != nil } == 996)
    #expect(arrows.count { $0["class"] == "arrow outgoing" } == 3)
    #expect(arrows.count { $0["class"] == "arrow incoming" } == 3)
  }

  @Test("W3: files of a module share a group if there are many")
  func manyFiles() throws {
    let files = (10..<100).map { "file\($0)" }
    let texts = try NodeTexts(of: chain(1000, files: ["A/A.swift"]))
    #expect(NodeGroups(of: texts).groups.count == 4)
    let parts = NodeGroups.parts(of: Array(0..<900)) { files[$0 / 10] }
    #expect(
      parts.map(\.name) == [
        "file10 – file39", "file40 – file69", "file70 – file99",
      ])
  }

  @Test("W3: if more than 100 factories answer, a page shows their number")
  func crowds() throws {
    let graph = try makeModel { model in
      for number in 0..<120 { model.register(AcFactoryName("store \(number)")) { DiskStore() } }
      model.register({ (_: [any Store]) in Missing() })
    }.graph
    let page = try ReadPage(graph)
    let view = try #require(page.views.first)
    #expect(view.boxes.count == 122)
    #expect(view.box("c0")?["aria-label"] == "120 factories of Store")
    #expect(view.arrows.map { $0["data-to"] } == ["c0"])
    let data = try PanelData(page)
    #expect(data.edges.map(\.count) == [120] && data.edges.map(\.crowd) == [0])
    #expect(data.edges[0].chosen.isEmpty && data.edges[0].excluded == nil)
    #expect(data.nodes[7].crowds == [0])
  }
}
