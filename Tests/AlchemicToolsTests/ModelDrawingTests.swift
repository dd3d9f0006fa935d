import AlchemicInject
import AlchemicTestSupport
import AlchemicTools
import Foundation
import Testing

private protocol Feed: AnyObject {}
private final class LiveFeed: Feed { init() {} }

private final class Retries: Sendable {}

private final class Bank {
  @Injected var feed: any Feed
  @Injected(AcString("x")) var label: String
  init(_ retries: Retries) {}
}

@Suite struct ModelDrawingTests {
  private func model() throws -> Model {
    try makeModel { model in
      model.register(AcFactoryName("say \"3\"")) { Retries() }
      model.register(LiveFeed.init, AcTemplate(), AcFactoryName("live <feed>"))
      model.register(Bank.init)
      model.register(Double.self, AcReference(), AcFactoryName("back\\slash\n"))
    }
  }

  @Test("W3: the drawing for Graphviz has all factories, arguments and properties")
  func dot() throws {
    #expect(
      try model().graph.drawing(as: .dot) == """
        digraph Alchemic {
          node [shape=box];
          f0 [label="say \\"3\\"\\nRetries"];
          f1 [label="live <feed>\\nLiveFeed", style=rounded];
          f2 [label="Bank\\nBank"];
          f3 [label="back\\\\slash \\nDouble", style=dashed];
          f2 -> f0;
          f2 -> f1 [style=dashed, label="feed"];
        }
        """)
  }

  @Test("W3: the drawing for Mermaid has the same factories, arguments and properties")
  func mermaid() throws {
    #expect(
      try model().graph.drawing(as: .mermaid) == """
        flowchart TD
          f0["say #quot;3#quot;<br/>Retries"]
          f1("live #lt;feed#gt;<br/>LiveFeed")
          f2["Bank<br/>Bank"]
          f3[/"back\\slash <br/>Double"/]
          f2 --> f0
          f2 -. "feed" .-> f1
        """)
  }

  @Test(
    "W3: a property with a qualifier has its arrow, and one with a provider that of its product")
  func qualifiersAndProviders() throws {
    enum Main: AcQualifier {}
    enum Spare: AcQualifier {}
    final class Host {
      @Qualified<Main>.Injected var limit: Int
      @Injected var feed: Provider<any Feed>
    }
    let drawing = try makeModel { model in
      model.register(.qualifier(Main.self)) { 1 }
      model.register(.qualifier(Spare.self)) { 2 }
      model.register(LiveFeed.init, .template)
      model.register(Host.init)
    }.graph.drawing(as: .mermaid)
    #expect(
      drawing.split(separator: "\n").suffix(2) == [
        #"  f3 -. "limit" .-> f0"#, #"  f3 -. "feed" .-> f2"#,
      ])
  }

  @Test("W3: the drawing as JSON is valid, whatever the names")
  func json() throws {
    struct Drawing: Decodable {
      struct Factory: Decodable {
        let name, type, lifetime, made: String
        let primary, nillable, weak, transient, lazy: Bool
        let location: String?
      }
      struct Need: Decodable {
        let from: String
        let to: [String]
        let property: String?
      }
      let factories: [Factory]
      let needs: [Need]
    }
    let drawing = try JSONDecoder().decode(
      Drawing.self, from: Data(model().graph.drawing(as: .json).utf8))
    #expect(
      drawing.factories.map(\.name) == ["say \"3\"", "live <feed>", "Bank", "back\\slash\n"])
    #expect(
      drawing.factories.map(\.lifetime) == ["singleton", "template", "singleton", "reference"])
    #expect(
      drawing.factories[0].location?.hasPrefix("AlchemicToolsTests/ModelDrawingTests.swift:")
        == true)
    #expect(drawing.needs.map(\.from) == ["Bank", "Bank", "Bank"])
    #expect(drawing.needs.map(\.to) == [["say \"3\""], ["live <feed>"], []])
    #expect(drawing.needs.map(\.property) == [nil, "feed", "label"])
  }

  @Test("W3: a model without factories is drawn too")
  func empty() throws {
    let model = try makeModel { _ in }
    #expect(
      model.graph.drawing(as: .dot) == """
        digraph Alchemic {
          node [shape=box];
          empty [label="The model has no factories", shape=ellipse];
        }
        """)
    #expect(
      model.graph.drawing(as: .mermaid) == "flowchart TD\n  empty([\"The model has no factories\"])"
    )
    #expect(
      model.graph.drawing(as: .json)
        == "{\n  \"factories\": [],\n  \"needs\": [],\n  \"problems\": []\n}")
  }
}
