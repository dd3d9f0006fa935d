import Foundation
import Testing

@testable import AlchemicTools

/// The crossings of arrows, compared with those in the drawing of Graphviz of the same graph.
@Suite(
  .enabled(if: Graphviz.isInstalled, "Graphviz is not installed"),
  // Counting takes half a minute in a build for debugging, and some minutes with a sanitizer.
  .disabled(if: isForDebugging, "it takes long in a build for debugging")
) struct CrossingTests {
  /// Both drawings are measured in the same way, on the lines as they are drawn.
  private func compare(_ input: LayoutInput) throws {
    let layout = Layout(input)
    let ours = DrawnCrossings(input.nodes, layout.positions, input.edges, layout.routes).all
    let dot = try Graphviz(input)
    #expect(dot.routes.count == input.edges.count)
    let theirs = DrawnCrossings(input.nodes, dot.positions, dot.edges, dot.routes).all
    #expect(Double(ours) <= 1.2 * Double(theirs), "\(ours) crossings, Graphviz has \(theirs)")
    #expect(Overlaps(input, layout).ofNodes == 0)
  }

  @Test(
    "W3: generated models have at most 1.2 times the crossings of Graphviz, and no overlaps",
    arguments: zip([50, 100, 200, 350, 500], 1...5 as ClosedRange<UInt64>))
  func generated(_ count: Int, _ seed: UInt64) throws {
    try compare(ModelSamples.model(count, seed: seed))
  }

  /// OrderService is a package of its own, which `.ci/examples` builds.
  @Test(
    "W3: so have the graphs of the examples",
    arguments: ["Treasury", "OrderService"].filter { program($0) != nil })
  func examples(_ name: String) throws {
    let program = try #require(Self.program(name))
    let json = try Graphviz.output(of: program, ["--alchemic-graph=json"])
    let graph = try JSONDecoder().decode(Graph.self, from: Data(json.utf8))
    var numbers: [String: Int] = [:]
    for factory in graph.factories { numbers[factory.name] = numbers.count }
    let edges = graph.needs.flatMap { need in
      (need.to ?? []).map { (from: numbers[need.from] ?? 0, to: numbers[$0] ?? 0) }
    }
    #expect(edges.count > 10)
    try compare(
      LayoutInput(
        nodes: graph.factories.map {
          LayoutInput.Node(width: Double(24 + 8 * $0.name.count), height: 36)
        }, edges: edges))
  }

  private struct Graph: Decodable {
    struct Factory: Decodable { let name: String }
    struct Need: Decodable {
      let from: String
      let to: [String]?
    }
    let factories: [Factory]
    let needs: [Need]
  }

  /// The program of an example, which is beside the tests or in a package of its own; nil if that
  /// was not built.
  private static func program(_ name: String) -> URL? {
    let tests = Bundle.main.executableURL.map(\.path) ?? CommandLine.arguments[0]
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? tests
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return [
      URL(filePath: bundle).deletingLastPathComponent().appending(component: name),
      package.appending(path: ".build/examples/debug/\(name)"),
    ].first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// Whether the tests are built for debugging.
private var isForDebugging: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}
