import Alchemic
import AlchemicTesting
import AlchemicTools
import Testing

private final class Database {}
private final class StatsView {
  @Injected var store: any Store
}

/// The code of the guide to seeing the graph.
@Suite struct SeeingGuideTests {
  /// Fails if a view needs the database itself.
  func viewsUseStores(_ graph: ModelGraph) {
    for edge in graph.edges where graph.nodes[edge.from].type.hasSuffix("View") {
      let answers = edge.chosen.map { graph.nodes[$0].type }
      #expect(!answers.contains("Database"))
    }
  }

  private static func configure(_ model: ModelBuilder) {
    model.register(FileStore.init)
    model.register(CloudStore.init, .primary)
    model.register(Database.init)
    model.register(StatsView.init)
  }

  @Test("W1: a rule of an architecture is a test of the graph")
  func rule() throws {
    let graph = try Alchemic.graph(Self.configure)
    viewsUseStores(graph)
    let broken = try Alchemic.graph { model in
      Self.configure(model)
      model.register { (_: Database) in TableView() }
    }
    withKnownIssue { viewsUseStores(broken) }
  }

  private final class TableView {}

  @Test("W2: the guide's questions have their answers", .alchemic { configure($0) })
  func questions() throws {
    let explanation = try Alchemic.model.explain(StatsView.self, "store")
    print(explanation)
    let lines = explanation.description.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1].hasSuffix(": it is primary; no object yet"))
    #expect(lines[2].hasSuffix(": another one is primary; no object yet"))
    for impact in try Alchemic.model.impact(of: (any Store).self) { print(impact) }
  }

  @Test("W4: the guide's report of a start", .alchemicMain)
  func start() throws {
    let report = try StartReport.recording { try Alchemic.start() }
    print(report)
    #expect(!report.phases.isEmpty)
  }
}
