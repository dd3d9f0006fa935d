import AlchemicInject
import AlchemicTestSupport
import Synchronization
import Testing

@testable import AlchemicCore

private protocol Rule: AnyObject {}
private protocol Marked: AnyObject {}
private final class Part: Rule {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Other {}
private final class Whole {
  let part: Part?
  let all: [any Rule]
  init(_ part: Part?, _ all: [any Rule]) { (self.part, self.all) = (part, all) }
}

/// A request by criteria that no factory meets leaves no entry in a table, because the number of
/// possible names is unlimited.
@Suite(.ownThreads) struct UnansweredTests {
  private let model: Model

  init() throws {
    model = try makeModel { model in
      model.register(AcFactoryName("first")) { Part(1) }
    }
  }

  private func named(_ name: String) -> SearchCriteria { SearchCriteria(.named(name)) }

  private func expectNothingIsAdded(
    sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> Void
  ) rethrows {
    let before = model.resolverCount
    try body()
    #expect(model.resolverCount == before, sourceLocation: sourceLocation)
  }

  @Test("requests by names that no factory has leave no resolver, in every form of the target")
  func names() throws {
    try expectNothingIsAdded { () throws in
      for number in 0..<100 {
        let criteria = named("session-\(number)")
        #expect(try model.get(Part?.self, matching: criteria) == nil)
        #expect(try model.get([Part].self, matching: criteria).isEmpty)
        #expect(try model.get((any Rule)?.self, matching: criteria) == nil)
        #expect(throws: AlchemicError.self) { try model.get(Part.self, matching: criteria) }
      }
    }
  }

  @Test(
    "arguments by names that no factory has are nil or empty each time; no released memory is read"
  )
  func arguments() throws {
    let model = try makeModel { model in
      model.register(AcFactoryName("first")) { Part(1) }
      model.register(Whole.init, AcName("no part"), AcName("no rule"), options: AcTemplate())
    }
    // Released memory is soon used for something else.
    var others: [[Int]] = []
    for number in 0..<1_000 {
      let whole = try model.get(Whole.self)
      #expect(whole.part == nil && whole.all.isEmpty)
      others.append([Int](repeating: number, count: number % 40))
    }
    #expect(others.count == 1_000)
  }

  @Test("requests by classes and protocols that no factory satisfies leave no resolver")
  func types() throws {
    try expectNothingIsAdded { () throws in
      for _ in 0..<10 {
        #expect(
          try model.get(AnyObject?.self, matching: SearchCriteria(.ofClass(Other.self))) == nil)
        let criteria = SearchCriteria(.conforming((any Marked).self))
        #expect(try model.get([AnyObject].self, matching: criteria).isEmpty)
      }
    }
  }

  @Test("criteria that exclude each other, and a type that does not fit a name, fail each time")
  func errors() {
    expectNothingIsAdded {
      for _ in 0..<10 {
        #expect(throws: AlchemicError.self) {
          try model.get(Part?.self, matching: SearchCriteria(.named("a"), [.named("b")]))
        }
        #expect(throws: AlchemicError.self) {
          try model.get(Other.self, matching: named("first"))
        }
      }
    }
  }

  @Test(
    "criteria share one resolver, whatever their order and however often each of them is given")
  func answered() throws {
    let (rule, object) = (
      SearchCriterion.conforming((any Rule).self), SearchCriterion.conforming(AnyObject.self)
    )
    let before = model.resolverCount.owned
    for criteria in [
      [rule, object], [object, rule], [rule, rule, object], [object, object, rule],
    ] {
      let criteria = SearchCriteria(criteria[0], Array(criteria.dropFirst()))
      #expect(try model.get(Part.self, matching: criteria).number == 1)
    }
    for _ in 0..<3 { _ = try model.get(Part.self, matching: named("first")) }
    #expect(model.resolverCount == (before + 2, 0))
  }

  @Test("a form of a name is cached only if a factory has the name")
  func forms() throws {
    let before = model.resolvers.published.formsLeft.load(ordering: .relaxed)
    for number in 0..<10 {
      let name = "session-\(number)"
      let resolver = try model.resolver(for: Part?.self, matching: named(name))
      model.resolvers.published.remember(resolver, named: name)
    }
    #expect(model.resolvers.published.formsLeft.load(ordering: .relaxed) == before)
    #expect(model.resolvers.published.known(Part?.self, named: "session-1") == nil)
  }

  // MARK: Followed resolvers

  @Test("followers of one request share a resolver, which is released with the last of them")
  func shared() throws {
    var resolvers = [
      try model.followedResolver(for: Part?.self, matching: named("later")),
      try model.followedResolver(for: Part?.self, matching: named("later")),
    ]
    #expect(resolvers[0] === resolvers[1])
    let other = try model.followedResolver(for: [Part].self, matching: named("later"))
    #expect(model.resolverCount.unanswered == 2)
    resolvers.removeLast()
    #expect(model.resolverCount.unanswered == 2)
    resolvers = []
    #expect(model.resolverCount.unanswered == 1)
    withExtendedLifetime(other) {}
    resolvers = [try model.followedResolver(for: Part?.self, matching: named("later"))]
    #expect(model.resolverCount.unanswered == 2)
  }

  @Test(
    "a followed resolver uses a factory that is added, and is owned by the model from then on")
  func answeredLater() throws {
    let resolver = try model.followedResolver(for: Part?.self, matching: named("later"))
    let all = try model.followedResolver(for: [Part].self, matching: named("later"))
    let never = try model.followedResolver(for: Part?.self, matching: named("never"))
    #expect(try resolver.value(as: Part?.self) == nil && all.value(as: [Part].self).isEmpty)
    let before = model.resolverCount
    #expect(before.unanswered == 3)
    try extend(model) { $0.register(AcFactoryName("later")) { Part(2) } }
    #expect(try resolver.value(as: Part?.self)?.number == 2)
    #expect(try all.value(as: [Part].self).map(\.number) == [2])
    #expect(try never.value(as: Part?.self) == nil)
    #expect(model.resolverCount == (before.owned + 2, 1))
    #expect(!resolver.isUnanswered && never.isUnanswered)
    // A set reaches it like any other resolver.
    let setter = CodeLocation(fileID: #fileID, line: #line)
    _ = try model.set(Part(3), as: Part.self, matching: named("later"), by: setter)
    #expect(try resolver.value(as: Part?.self)?.number == 3)
  }

  @Test("a resolver that is no longer followed does not prevent another revision")
  func goneBefore() throws {
    do { _ = try model.followedResolver(for: Other?.self, matching: named("later")) }
    try extend(model) { $0.register(AcFactoryName("later")) { Part(2) } }
    #expect(try model.get(Part.self, matching: named("later")).number == 2)
  }

  @Test("S2: a followed resolver stays unanswered if the product of the name has another type")
  func wrongType() throws {
    let resolver = try model.followedResolver(for: Other?.self, matching: named("later"))
    try extend(model) { $0.register(AcFactoryName("later")) { Part(2) } }
    #expect(try resolver.value(as: Other?.self) == nil && resolver.isUnanswered)
    #expect(try model.get(Part.self, matching: named("later")).number == 2)
  }

  @Test("a followed resolver may outlive its model")
  func outlives() throws {
    var short: Model? = try makeModel { $0.register { Part(1) } }
    let resolver = try short?.followedResolver(for: Part?.self, matching: named("later"))
    short = nil
    #expect(throws: AlchemicError.self) { try resolver?.value(as: Part?.self) }
  }

  @Test(
    "threads follow and leave while others extend: no resolver stays, and followed ones get answers"
  )
  func race() throws {
    for round in 0..<Effort.of(200) {
      let model = try makeModel { $0.register { Part(1) } }
      let wrong = Counter()
      onThreads(4) { thread in
        let criteria = SearchCriteria(.named("name \(thread % 2)"))
        if thread == 3 {
          for name in 0..<2 {
            _ = try? extend(model) { $0.register(AcFactoryName("name \(name)")) { Part(2 + name) } }
          }
          return
        }
        for _ in 0..<50 {
          let resolver = try? model.followedResolver(for: Part?.self, matching: criteria)
          if (try? resolver?.value(as: Part?.self))??.number ?? 2 + thread % 2 != 2 + thread % 2 {
            wrong.increment()
          }
        }
      }
      #expect(wrong.value == 0 && model.resolverCount.unanswered == 0, "round \(round)")
      for name in 0..<2 {
        #expect(try model.get(Part.self, matching: named("name \(name)")).number == 2 + name)
      }
    }
  }

  @Test("the last follower of a request leaves while the model ends")
  func endRace() throws {
    for round in 0..<Effort.of(800, atLeast: 40) {
      let model = try makeModel { $0.register { Part(1) } }
      let ready = Signal()
      onThreads(2) { thread in
        if thread == 0 {
          ready.wait()
          return model.end()
        }
        var followed = (0..<1_000).compactMap {
          try? model.followedResolver(for: Part?.self, matching: SearchCriteria(.named("\($0)")))
        }
        ready.raise()
        while !model.isCleared.load(ordering: .relaxed) {}
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < .microseconds(round % 40 * 50) {}
        while !followed.isEmpty { followed.removeLast() }
      }
      #expect(model.resolverCount.unanswered == 0, "round \(round)")
    }
  }
}
