import Alchemic
import AlchemicTestSupport

/// Stops random webs, and looks at the order.
package struct StopTrial {
  package private(set) var webs = 0
  package private(set) var findings: [String] = []
  private var random: SplitMix

  package init(seed: UInt64) { random = SplitMix(seed) }

  /// Makes all objects of random webs, and stops them.
  package mutating func inOrder(_ count: Int) async throws {
    while webs < count, findings.isEmpty {
      let web = Web.random(&random)
      let world = World(web)
      let model = try makeModel { world.declare(in: $0) }
      let order = (0..<web.count).shuffled(using: &random)
      let made = try CurrentModel.withModel(model) {
        try order.map { try world.get($0, from: model) }
      }
      try await stop(model)
      webs += 1
      let stops = world.state.withLock { $0.stops }
      if stops.filter(\.isEnd).map(\.object).sorted() != made.map({ ObjectIdentifier($0) }).sorted()
      {
        findings.append("\(web): stopped \(stops.filter(\.isEnd).map(\.index))")
      }
      findings += Self.disorder(in: web, stops)
      model.end()
    }
  }

  /// Stops webs while threads request their objects.
  package mutating func whileMaking(_ count: Int) async throws {
    while webs < count, findings.isEmpty {
      let web = Web.random(&random)
      let world = World(web)
      let model = try makeModel { world.declare(in: $0) }
      let requests = (0..<3).map { _ in (0..<web.count).shuffled(using: &random) }
      let found = Log<ObjectIdentifier>()
      let kept = Locked<[UnsafeTransfer<AnyNode>]>([])
      let wrong = Log<String>()
      let done = Counter()
      for order in requests {
        startThread {
          CurrentModel.withModel(model) {
            for index in order {
              do {
                let node = try world.get(index, from: model)
                kept.withLock { $0.append(UnsafeTransfer(node)) }
                found.add(ObjectIdentifier(node))
              } catch {
                let ids = (error as? AlchemicError)?.problems.map(\.id) ?? []
                if ids != [.isStopping] { wrong.add("\(error)") }
              }
            }
          }
          done.increment()
        }
      }
      for _ in 0..<Int.random(in: 0..<50, using: &random) { await Task.yield() }
      try await stop(model)
      await waitUntil { done.value >= requests.count }
      webs += 1
      let stopped = world.state.withLock { $0.stops }.filter(\.isEnd).map(\.object)
      if Set(stopped).count < stopped.count { wrong.add("an object was stopped twice") }
      if !Set(found.entries).isSubset(of: stopped) { wrong.add("an object was not stopped") }
      findings += wrong.entries.map { "\(web): \($0)" }
      model.end()
    }
  }

  private func stop(_ model: Model) async throws {
    let problems = try await model.stop(
      within: .seconds(600), by: Problem.Step("stop", nil), endingWith: nil)
    if !problems.isEmpty { throw AlchemicError(problems) }
  }

  /// Returns the objects that stopped before others that need them, and not they them.
  private static func disorder(in web: Web, _ stops: [World.Stop]) -> [String] {
    func position(_ index: Int, isEnd: Bool) -> Int {
      stops.firstIndex { $0.index == index && $0.isEnd == isEnd } ?? -1
    }
    var findings: [String] = []
    for from in 0..<web.count {
      let needed = web.reached(from: [from], by: [.argument, .property])
      let arguments = web.reached(from: [from], by: [.argument])
      for to in needed where to != from {
        let isCircle = web.reached(from: [to], by: [.argument, .property]).contains(from)
        if isCircle && !arguments.contains(to) { continue }
        if position(from, isEnd: true) > position(to, isEnd: false) {
          findings.append("\(web): \(to) began to stop before the end of \(from)")
        }
      }
    }
    return findings
  }
}
