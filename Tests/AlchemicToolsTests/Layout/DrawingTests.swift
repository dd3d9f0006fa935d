import AlchemicTestSupport
import Testing

@testable import AlchemicTools

/// What holds for each drawing.
@Suite struct DrawingTests {
  private func check(_ input: LayoutInput, routes: Bool = true) -> Layout {
    let layout = Layout(input)
    let overlaps = Overlaps(input, layout)
    #expect(layout.positions.count == input.nodes.count)
    #expect(layout.routes.count == input.edges.count)
    #expect(layout.layers.joined().sorted() == Array(input.nodes.indices))
    #expect(overlaps.ofNodes == 0)
    #expect(overlaps.outside == 0)
    #expect(overlaps.loose == 0)
    if routes { #expect(overlaps.ofRoutes == 0) }
    return layout
  }

  @Test func emptyGraph() {
    let layout = check(LayoutInput(nodes: [], edges: []))
    #expect(layout.size == Layout.Size(width: 0, height: 0))
  }

  @Test func singleNode() {
    let layout = check(OtherSamples.plain(1, []))
    #expect(layout.size == Layout.Size(width: 80, height: 28))
  }

  @Test func selfLoopsOfSingleNode() {
    let layout = check(OtherSamples.plain(1, [(0, 0), (0, 0), (0, 0)]))
    #expect(Set(layout.routes.map { $0[1].x }).count == 3)
  }

  @Test func parallelEdgesHaveDifferentLines() {
    let layout = check(OtherSamples.plain(2, [(0, 1), (0, 1), (1, 0)]))
    #expect(Set(layout.routes.map { $0[0].x }).count == 3)
    #expect(layout.crossings == 0)
  }

  @Test func isolatedNodesFillPage() {
    let layout = check(OtherSamples.plain(2_000, []))
    #expect(layout.size.width < 3 * layout.size.height)
    #expect(layout.size.height < 3 * layout.size.width)
  }

  @Test(arguments: [true, false]) func star(isDown: Bool) {
    let layout = check(
      OtherSamples.plain(501, (1...500).map { isDown ? (0, $0) : ($0, 0) }))
    #expect(layout.layers.count == 2)
    #expect(layout.crossings == 0)
  }

  @Test func chain() {
    let layout = check(
      OtherSamples.plain(5_000, (1..<5_000).map { ($0 - 1, $0) }), routes: false)
    #expect(layout.layers.count == 5_000)
    #expect(Set(layout.positions.map(\.x)).count == 1)
  }

  @Test func cycleOfManyNodes() {
    let layout = check(
      OtherSamples.plain(1_000, (0..<1_000).map { ($0, ($0 + 1) % 1_000) }), routes: false)
    #expect(layout.crossings == 0)
  }

  @Test func completeBipartiteGraph() {
    let edges = (0..<400).map { (from: $0 / 20, to: 20 + $0 % 20) }
    let layout = check(OtherSamples.plain(40, edges))
    #expect(layout.crossings == 190 * 190)
  }

  @Test func treeHasNoCrossings() {
    let edges = (1..<200).map { (from: ($0 - 1) / 3, to: $0) }
    #expect(check(OtherSamples.plain(200, edges)).crossings == 0)
  }

  @Test(arguments: stride(from: 0, to: 40, by: Effort.isDebug ? 5 : 1).map(UInt64.init))
  func randomGraph(seed: UInt64) {
    let count = 2 + Int(seed) * 2
    _ = check(
      OtherSamples.random(
        count, edges: count * (1 + Int(seed) % 4), seed: seed, isCyclic: seed % 3 != 0,
        widths: 1...400, heights: 1...200))
  }

  @Test(arguments: [50, 100, 200]) func model(count: Int) {
    let input = ModelSamples.model(count, seed: UInt64(count))
    let layout = check(input)
    let drawn = DrawnCrossings(input.nodes, layout.positions, input.edges, layout.routes)
    #expect(drawn.all == layout.crossings)
  }

  @Test func sameInputHasSameDrawing() {
    let input = ModelSamples.model(150, seed: 12)
    let (first, second) = (Layout(input), Layout(input))
    #expect(first.positions == second.positions)
    #expect(first.routes == second.routes)
    #expect(first.layers == second.layers)
  }
}
