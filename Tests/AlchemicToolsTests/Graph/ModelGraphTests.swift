import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import AlchemicTools
import Testing

private enum Main: AcQualifier {}
private enum Request: AlchemicScope {}

private final class Metrics {}

private final class Cart {
  @Injected var store: any Store
  @Transient var metrics: Metrics?
  @InjectedArray var all: [any Store]
  @Injected var later: Provider<any Store>
  @Weak var weak: (any Store)?
  @Qualified<Main>.Injected var limit: Int
  init(_ metrics: Metrics, _ name: String?) {}
}

@Suite struct ModelGraphTests {
  private func model() throws -> Model {
    try makeModel { model in
      model.register(FileStore.init, .primary)
      model.register(CloudStore.init, AcFactoryName("cloud"), AcLazy())
      model.register(Metrics.init)
      model.register(Cart.init, .template)
      model.register(.qualifier(Main.self)) { 10 }
      model.register(AcScope(Request.self)) { [1.5] }
    }
  }

  private func edge(_ label: String, of host: String, in graph: ModelGraph) throws
    -> ModelGraph.Edge
  {
    try #require(graph.edges.first { $0.label == label && graph.nodes[$0.from].name == host })
  }

  @Test("W1: the nodes are the factories, with what was declared, their places and modules")
  func nodes() throws {
    let line = #line + 2
    let graph = try makeModel {
      $0.register(FileStore.init, AcFactoryName("files"), AcLazy())
    }.graph
    let node = try #require(graph.nodes.first)
    #expect(node.name == "files" && node.type == "FileStore" && node.number == 0)
    #expect(node.factory.isLazy && node.factory.lifetime == .singleton)
    #expect(node.factory.location?.line == line)
    #expect(node.module == "AlchemicToolsTests")
    #expect(graph.node(named: "files")?.number == 0)
    #expect(graph.node(named: "file") == nil)
  }

  @Test("W1: an edge has the kind of the need, and what the type shows of it")
  func edges() throws {
    let graph = try model().graph
    let store = try edge("store", of: "Cart", in: graph)
    #expect(store.purpose == .property("store") && !store.isOptional && !store.follows)
    let metrics = try edge("metrics", of: "Cart", in: graph)
    #expect(metrics.follows && metrics.isOptional)
    #expect(try edge("all", of: "Cart", in: graph).isArray)
    #expect(try edge("later", of: "Cart", in: graph).isProvider)
    let weak = try edge("weak", of: "Cart", in: graph)
    #expect(weak.isWeak && weak.isOptional)
    let limit = try edge("limit", of: "Cart", in: graph)
    #expect(limit.criteria == [".qualified(Main.self)"] && !limit.mayHaveCriteria)
    let first = try edge("argument 1", of: "Cart", in: graph)
    #expect(first.purpose == .argument(0) && first.type == Metrics.self)
    let second = try edge("argument 2", of: "Cart", in: graph)
    #expect(second.isOptional && second.chosen.isEmpty && second.candidates.isEmpty)
  }

  @Test("W1: an edge has all candidates, and those that are chosen")
  func candidates() throws {
    let graph = try model().graph
    for label in ["store", "later", "all"] {
      let edge = try edge(label, of: "Cart", in: graph)
      #expect(edge.candidates.map { graph.nodes[$0].name } == ["FileStore", "cloud"])
      #expect(edge.chosen.map { graph.nodes[$0].name } == ["FileStore"])
    }
    #expect(try edge("store", of: "Cart", in: graph).mayHaveCriteria)
    #expect(try edge("argument 1", of: "Cart", in: graph).candidates.count == 1)
    #expect(graph.node(named: "cloud")?.isOverridden == true)
    #expect(graph.node(named: "FileStore")?.isOverridden == false)
  }

  @Test("W1, F1: a layer of a decorator is a node that wraps another one, and answers in its place")
  func decorators() throws {
    let graph = try makeModel { model in
      model.register { FileStore() as any Store }
      model.register(Cart2.init)
      model.decorate((any Store).self) { Counted($0) as any Store }
    }.graph
    let layer = try #require(graph.nodes.first { $0.wrapped != nil })
    #expect(layer.wrapped == 0 && layer.factory.origin == .decorator)
    let wraps = try #require(graph.edges.first { $0.purpose == .wrapped })
    #expect(wraps.from == layer.number && wraps.chosen == [0])
    #expect(try edge("argument 1", of: "Cart2", in: graph).chosen == [layer.number])
  }

  private final class Cart2 {
    init(_ store: any Store) {}
  }

  @Test("W1, W3: the product of a method needs the object whose method is called")
  func methods() throws {
    final class Maker {
      func part() -> Int8 { 1 }
    }
    let builder = ModelBuilder()
    builder.declare(Maker.self) { of in
      AcInitializer(of, Maker.init)
      AcMethod(of, Maker.part, options: AcFactoryName("part"))
    }
    // This also holds without an injector, which finds the properties.
    let graph = try builder.build(injector: nil).graph
    #expect(graph.drawing(as: .mermaid).hasSuffix("\n  f1 --> f0"))
    #expect(graph.edges.map(\.purpose) == [.owner])
    #expect(graph.edges[0].from == 1 && graph.edges[0].chosen == [0])
  }

  @Test("W1, C1: the graph of a child model has the factories of its parent")
  func child() throws {
    try Alchemic.withModel { model in
      model.register { FileStore() as any Store }
      model.register(Cart2.init)
    } operation: {
      try Alchemic.withModel { model in
        model.register { CloudStore() as any Store }
      } operation: {
        let graph = try Alchemic.model.graph
        let edge = try edge("argument 1", of: "Cart2", in: graph)
        #expect(edge.chosen.map { graph.nodes[$0].factory.location?.line } == [#line - 4])
      }
    }
  }

  @Test("W1, F2: what is for other profiles is absent, and listed")
  func profiles() throws {
    let graph = try makeModel { model in
      model.register(FileStore.init)
      model.register(CloudStore.init, AcOnly(in: .staging))
    }.graph
    #expect(graph.nodes.map(\.name) == ["FileStore"])
    #expect(graph.absent.map(\.factory.name) == ["CloudStore"])
    #expect(graph.absent.map(\.profiles) == [["staging"]])
  }

  @Test("W1: no object is created for a graph, and a model with problems has one")
  func problems() throws {
    let graph = try Alchemic.graph { model in
      model.register { () -> Int in
        Issue.record("created")
        return 1
      }
      model.register(AcFactoryName("twice")) { "a" }
      model.register(AcFactoryName("twice")) { "b" }
      model.register(Cart2.init)
    }
    #expect(Set(graph.problems.map(\.id)) == [.duplicateName, .noMatch])
    let flawed = graph.flawedNodes.map { graph.nodes[$0].name }.sorted()
    #expect(flawed == ["Cart2", "twice", "twice"])
    let missing = try #require(graph.problems.first { $0.id == .noMatch })
    #expect(graph.nodes(of: missing).map { graph.nodes[$0].name } == ["Cart2"])
  }
}
