#if canImport(AlchemicTools)
import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import AlchemicTools
import Testing

@testable import AlchemicInject

private protocol Service: AnyObject {}

private final class Part: Service, Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Link: Sendable {
  let next: Link?
  init(_ next: Link?) { self.next = next }
}

private final class Follower: AlchemicAware {
  @Transient var all: [any Service]
  nonisolated(unsafe) static var told = 0
  func didInject(variable: String) { Self.told += 1 }
}

private final class Board {
  let all: [any Service]
  init(_ all: [any Service]) { self.all = all }
}

/// Tests that costs are proportional to the input. Ten times as much takes some ten times as long.
/// Quadratic costs would take a hundred times as long.
@Suite struct SizeTests {
  private static let large = Effort.of(100_000, atLeast: 2_500)

  /// Compares the time that `body` takes for a tenth with the time for all.
  private func expectProportional(
    upTo large: Int = Self.large, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Int) throws -> Void
  ) throws {
    // The first run includes costs that occur once.
    try body(10)
    let small = try processorTime { for _ in 0..<3 { try body(large / 10) } } / 3
    let whole = try processorTime { try body(large) }
    // Memory that no longer fits the caches costs up to three times as much.
    #expect(whole < 30 * small + 0.02, "\(whole / small)×", sourceLocation: sourceLocation)
  }

  private func parts(_ count: Int) throws -> Model {
    try makeModel { model in
      for number in 0..<count {
        model.register(AcFactoryName("part \(number)")) { Part(number) }
      }
    }
  }

  @Test("many factories are built, checked, created, described, drawn and released in linear time")
  func everything() throws {
    try expectProportional { count in
      let model = try parts(count)
      #expect(try model.createSingletons().made == count)
      let all: [any Service] = try model.get()
      #expect(all.count == count)
      #expect(
        try model.get(Part.self, matching: SearchCriteria(.named("part \(count - 1)"))).number
          == count - 1)
      #expect(model.description.utf8.count > 20 * count)
      for format in GraphFormat.allCases {
        #expect(model.graph.drawing(as: format).utf8.count > 20 * count)
      }
    }
  }

  @Test("many arguments of one protocol are searched once")
  func sameNeed() throws {
    try expectProportional(upTo: Self.large / 10) { count in
      let model = try makeModel { model in
        for number in 0..<count {
          model.register(AcFactoryName("part \(number)")) { Part(number) }
          model.register(AcFactoryName("user \(number)")) { (_: any Service) in number }
        }
        model.register(AcPrimary(), AcFactoryName("the one")) { Part(-1) }
      }
      // Nobody needs the parts that are not the one.
      #expect(try model.createSingletons().made == count + 1)
    }
  }

  @Test("a chain of singletons, each an argument of the next, is made from its end")
  func chain() throws {
    try expectProportional { count in
      let model = try makeModel { model in
        for number in 0..<count {
          model.register(
            Link.init, AcName("link \(number + 1)"), options: AcFactoryName("link \(number)"))
        }
        model.register(AcFactoryName("link \(count)")) { Link(nil) }
      }
      // A small stack. No step recurses along the chain, and neither does its release.
      let made = Log<Int>()
      onStack(of: 256 << 10) {
        made.add((try? model.createSingletons().made) ?? 0)
        made.add(model.description.utf8.count)
        for format in GraphFormat.allCases { made.add(model.graph.drawing(as: format).utf8.count) }
        model.end()
      }
      #expect(made.entries.first == count + 1)
      #expect(made.entries.count == 2 + GraphFormat.allCases.count)
    }
  }

  @Test(
    "the cost to set one object does not depend on how many there are, even in followed arrays")
  func setting() throws {
    try expectProportional { count in
      try withStartedModel { model in
        for number in 0..<count {
          model.register(AcFactoryName("part \(number)")) { Part(number) }
        }
        model.register { (all: [any Service]) in Board(all) }
      } _: {
        let follower = Follower()
        AcInjectDependencies(follower)
        #expect(follower.all.count == count)
        Follower.told = 0
        for number in 0..<count { try AcSet(Part(-number), AcName("part \(number)")) }
        #expect(Follower.told == count)
        #expect((follower.all.last as? Part)?.number == 1 - count)
        // The captured array stays.
        #expect((try AcGet(Board.self).all.last as? Part)?.number == count - 1)
      }
    }
  }

  @Test("many objects that are set before the start are queued", .alchemicMain)
  func queued() throws {
    try expectProportional(upTo: Self.large / 2) { count in
      Alchemic.reset()
      let blocks = Counter()
      for number in 0..<count {
        try AcSet(Part(number), AcName("part of many"))
        AcWhenReady { blocks.increment() }
      }
      try Alchemic.start { $0.register(Part.self, AcReference(), AcFactoryName("part of many")) }
      #expect(try AcGet(Part.self).number == count - 1)
      #expect(blocks.value == count)
      Alchemic.reset()
    }
  }

  @Test(
    "many mistakes are all found, and a message shows the first hundred; in a child, too",
    arguments: [false, true])
  func mistakes(isChild: Bool) throws {
    func need(_ link: Link) -> Link { link }
    try expectProportional(upTo: Self.large / 10) { count in
      func declare(_ model: ModelBuilder) {
        for number in 0..<count {
          model.register(
            need, AcName("lnik \(number)"), options: AcFactoryName("link \(number)"))
        }
      }
      let found =
        isChild
        ? problems(in: { try Alchemic.withModel(declare) { () throws in } }) : problems(declare)
      #expect(found.count == count)
      #expect(found.allSatisfy { $0.id == .noMatch })
      #expect(found.first?.candidates.isEmpty == false)
      let text = AlchemicError(found).description
      #expect(text.hasPrefix("\(count) problems in the model\n\n1) [no-match] "))
      if count > 100 {
        #expect(text.contains("\n\n100) [no-match] "))
        #expect(text.hasSuffix("\n\n… and \(count - 100) more"))
        #expect(text.utf8.count < 100_000)
      }
    }
  }

  @Test("many candidates are all in the problem, and a message shows twenty")
  func candidates() throws {
    let model = try parts(500)
    let problem = try #require(problems { _ = try model.get(Part.self) }.first)
    #expect(problem.id == .severalMatches)
    #expect(problem.candidates.count == 500)
    #expect(problem.description.contains("'part 19' (Part) — "))
    #expect(problem.description.contains("\n   … and 480 more\n   → mark one"))
    #expect(!problem.description.contains("'part 20'"))
  }

  @Test("a long cycle is found whole, and a message shows its beginning and its end")
  func longCycle() throws {
    let count = 10_000
    let found = problems { model in
      for number in 0..<count {
        model.register(
          Link.init, AcName("link \((number + 1) % count)"),
          options: AcFactoryName("link \(number)"))
      }
    }
    #expect(found.map(\.id) == [.cycle])
    #expect(found[0].path.count == count)
    let lines = found[0].description.split(separator: "\n")
    #expect(lines.count == 23)
    #expect(lines[1].contains("needed by   link 9999 — "))
    #expect(lines[11] == "               … 9980 steps …")
    #expect(lines[21].contains("               link 0 — "))
  }

  @Test("where many cycles overlap, their paths have a bounded total length")
  func everyCycle() throws {
    func tie(_ first: Link, _ next: Link) -> Link { first }
    let count = 3_000
    let found = problems { model in
      for number in 0..<count {
        model.register(
          tie, AcName("link 0"), AcName("link \((number + 1) % count)"),
          options: AcFactoryName("link \(number)"))
      }
    }
    #expect(found.count > 100)
    #expect(found.allSatisfy { $0.id == .cycle })
    // All paths in full length would have millions of steps.
    #expect(found.reduce(0) { $0 + $1.path.count } < 20_000)
  }

  @Test(
    "if over a hundred factories fit a need, a drawing shows their number", arguments: [100, 101])
  func crowd(_ count: Int) throws {
    let model = try makeModel { model in
      for number in 0..<count {
        model.register(AcFactoryName("part \(number)")) { Part(number) }
      }
      model.register { (all: [any Service]) in Board(all) }
      model.register(Follower.init)
    }
    let dot = model.graph.drawing(as: .dot)
    let mermaid = model.graph.drawing(as: .mermaid)
    let json = model.graph.drawing(as: .json)
    if count == 100 {
      #expect(
        dot.contains("f100 -> f0;") && dot.contains("f101 -> f99 [style=dashed, label=\"all\"];"))
      #expect(!json.contains("\"count\""))
    } else {
      #expect(dot.contains("  f103 [label=\"101 factories\\nService\", shape=ellipse];"))
      #expect(dot.contains("f101 -> f103;") && !dot.contains("f101 -> f0;"))
      #expect(mermaid.contains("  f103([\"101 factories<br/>Service\"])"))
      #expect(mermaid.contains("  f102 -. \"all\" .-> f103"))
      #expect(
        json.contains(
          "{\"from\": \"Board\", \"argument\": 0, \"type\": \"[Service]\", \"optional\": false,"))
      #expect(json.contains("\"count\": 101}"))
    }
  }
}
#endif
