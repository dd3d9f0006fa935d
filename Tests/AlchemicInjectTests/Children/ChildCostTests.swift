import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Part: Sendable {}
private final class Wall: Sendable {}
private final class Alive: Sendable {
  let life: LifeTracker.Life
  init(_ life: LifeTracker.Life) { self.life = life }
}

@Suite("What child models cost")
struct ChildCostTests {
  @Test("C3: nothing is made in a child until it is asked for, and that only")
  func lazy() throws {
    let made = LifeTracker()
    try withStartedModel({ model in
      model.register(.lazy) { Alive(made.life()) }
      model.register { Part() }
    }) {
      try Alchemic.withModel {
        $0.register { Alive(made.life()) }
      } operation: {
        let part: Part? = try AcGet()
        #expect(part != nil)
        #expect(made.made == 0)
        _ = try AcGet(Alive.self)
        #expect(made.made == 1)
      }
    }
  }

  @Test("C3: a child of a large model takes as long as one of a small model")
  func time() throws {
    func timeOfChild(_ count: Int) throws -> Double {
      let parent = try makeModel { model in
        model.register { Part() }
        for number in 0..<count {
          model.register(AcFactoryName("number \(number)")) { (_: Part) in Wall() }
        }
      }
      func useChild() throws {
        let builder = ModelBuilder(inheriting: parent.inheritanceForChild())
        builder.register { Part() }
        let child = try builder.buildChild(
          named: "the child", sharing: .none, injector: ModelHostInjector())
        _ = try child.get(Wall.self, matching: SearchCriteria(.named("number 7")))
        child.end()
      }
      // The first child finds what its parent asks for.
      try useChild()
      return try (0..<9).map { _ in try processorTime { for _ in 0..<10 { try useChild() } } }
        .min()!
    }
    #expect(try timeOfChild(10_000) < timeOfChild(100) * 3)
  }

  @Test("C8: a task without a child reads the main model's resolvers while another has one")
  func fastPath() async throws {
    #expect(CurrentModel.scoped == nil)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    async let other: Void = Alchemic.withModel { _ in
    } operation: {
      begin.yield()
      for await _ in ended { break }
    }
    for await _ in begun { break }
    #expect(CurrentModel.scoped == nil)
    try Alchemic.withModel { _ in
    } operation: {
      #expect(CurrentModel.scoped != nil)
    }
    #expect(CurrentModel.scoped == nil)
    end.yield()
    try await other
  }

  @Test("C3: a child and all that it made is released at its end")
  func released() throws {
    let tracker = LifeTracker()
    weak var model: Model?
    let parent = try makeModel { $0.register { Part() } }
    try CurrentModel.withModel(parent) {
      let here = try Alchemic.withModel {
        $0.register { Alive(tracker.life()) }
      } operation: {
        model = try Alchemic.model
        _ = try AcGet(Alive.self)
        return Alchemic.capture()
      }
      #expect(tracker.living == 0)
      #expect(model != nil)
      withExtendedLifetime(here) {}
    }
    #expect(model == nil)
  }
}
