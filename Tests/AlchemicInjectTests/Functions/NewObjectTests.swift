import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Leaf {
  let ended: Counter
  init(ended: Counter) { self.ended = ended }
  deinit { ended.increment() }
}
private final class Branch {
  let leaf: Leaf
  init(leaf: Leaf) { self.leaf = leaf }
}
private struct Failure: Error {}

/// No factory produces the object of its property, which only the wrapper shows.
private final class Broken {
  @Injected(AcName("nobody")) var part: String
  let ended: Counter
  init(ended: Counter) { self.ended = ended }
  deinit { ended.increment() }
}

private final class Hooked: AlchemicAware {
  @Injected var ended: Counter
  private(set) var isReady = false
  init() {}
  func didInjectDependencies() { isReady = true }
}
private class Base { init() {} }
private final class Derived: Base, AlchemicAware {
  @Injected var ended: Counter
  private(set) var isReady = false
  func didInjectDependencies() { isReady = true }
}

/// Templates whose requests create a new object directly, from the second request on.
@Suite struct NewObjectTests {
  @Test("each object and its arguments are new, and are released with their owner")
  func fresh() throws {
    let ended = Counter()
    try Alchemic.withModel { model in
      model.register { ended }
      model.register(Leaf.init, AcTemplate())
      model.register(Branch.init, AcTemplate())
    } operation: { () throws in
      for count in 0..<10 {
        let (one, other): (Branch, Branch) = (try AcGet(), try AcGet())
        #expect(one !== other && one.leaf !== other.leaf)
        withExtendedLifetime((one, other)) { #expect(ended.value == 2 * count) }
      }
    }
    #expect(ended.value == 20)
  }

  @Test("G1: an error within a creation has the whole path, each time", .alchemicMain)
  func pathOfFailure() throws {
    let isFailing = Counter()
    try Alchemic.start { model in
      model.register(
        { () throws -> Leaf in
          if isFailing.value > 0 { throw Failure() }
          return Leaf(ended: Counter())
        }, AcTemplate())
      model.register(Branch.init, AcTemplate())
    }
    _ = try AcGet(Branch.self)
    _ = try AcGet(Branch.self)
    isFailing.increment()
    for _ in 0..<3 {
      let found = problems { _ = try AcGet(Branch.self) }
      #expect(found.map(\.id) == [.creationFailed])
      #expect(found[0].path.map(\.subject) == ["Branch", "AcGet"])
      #expect(found[0].underlyingError is Failure)
    }
  }

  @Test("an object whose property cannot be resolved is released, and the next request fails too")
  func brokenHost() throws {
    let ended = Counter()
    try Alchemic.withModel { model in
      model.register { ended }
      model.register(Broken.init, AcTemplate())
    } operation: { () throws in
      for count in 1...4 {
        #expect(problems { _ = try AcGet(Broken.self) }.map(\.id) == [.noMatch])
        #expect(ended.value == count)
      }
    }
  }

  @Test("I7: hooks are called for each object, and for one of a subclass after a plain one")
  func hooks() throws {
    let makesDerived = Counter()
    try Alchemic.withModel { model in
      model.register { Counter() }
      model.register(Hooked.init, AcTemplate())
      model.register(AcTemplate()) { makesDerived.value == 0 ? Base() : Derived() }
    } operation: { () throws in
      for _ in 0..<3 { #expect(try AcGet(Hooked.self).isReady) }
      for _ in 0..<3 { #expect(try !(AcGet(Base.self) is Derived)) }
      makesDerived.increment()
      for _ in 0..<3 { #expect(try (AcGet(Base.self) as? Derived)?.isReady == true) }
    }
  }

  @Test("L4: an observer receives an event for each object from then on", .alchemicMain)
  func events() throws {
    let log = Log<String>()
    try Alchemic.start { model in
      model.register { Counter() }
      model.register(Leaf.init, AcTemplate())
      model.register(Branch.init, AcTemplate())
    }
    for _ in 0..<2 { _ = try AcGet(Branch.self) }
    let observation = Alchemic.observe { event in
      if case .didCreateObject(let factory, _) = event { log.add(factory.name) }
    }
    _ = try AcGet(Branch.self)
    withExtendedLifetime(observation) { #expect(log.entries == ["Leaf", "Branch"]) }
  }
}
