#if Waiting
import Alchemic
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

private final class Hen { @Injected var egg: Egg }
private final class Egg { init(_ hen: Hen) {} }
private final class Coop { init(_ hen: Hen) {} }
private protocol Bird: AnyObject {}
private final class Duck: Bird { @InjectedArray var flock: [any Bird] }
private final class Goose: Bird { @Weak var duck: Duck? }
private struct Feed { let hen: Hen }
private final class Farmer { @Injected(AcName("feed")) var feed: Feed }
private final class Kennel { @Injected var dog: Dog }
private final class Dog { @Injected var kennel: Kennel }
private struct Parts {
  @Injected var owner: Owner
  let itself: Parts.Type
}
private struct Holder { let parts: Parts }
private final class Owner {
  let part: Part
  init(_ part: Part) { self.part = part }
}
private final class Part { let holder = Holder(parts: Parts(itself: Parts.self)) }
private final class Late { init(_ coop: Coop) {} }

/// Tests of which factories may need each other in a circle. One thread at a time creates objects
/// of such factories.
@Suite(.ownThreads) struct CreationComponentTests {
  /// The names of the factories of each component that has several.
  private func components(_ configure: (ModelBuilder) -> Void) throws -> [[String]] {
    let graph = try makeModel(configure).graph
    return graph.components.map { $0.map { graph.factories[$0].facts.name } }
  }

  @Test(
    "an argument and a property of a class without hooks form a circle; its dependents are outside")
  func propertyWithoutHooks() throws {
    let found = try components { model in
      model.register(Hen.init)
      model.register(Egg.init)
      model.register(Coop.init)
    }
    #expect(found == [["Hen", "Egg"]])
  }

  @Test("a property counts with every factory that fits its type, an array with every element")
  func candidates() throws {
    let found = try components { model in
      model.register(Duck.init)
      model.register(Goose.init)
    }
    #expect(found == [["Duck", "Goose"]])
  }

  @Test("a circle may lead through values and templates, which are in no component themselves")
  func templates() throws {
    let found = try components { model in
      model.register(Hen.init)
      model.register(Egg.init, AcTemplate())
      model.register({ (hen: Hen) in Feed(hen: hen) }, AcTemplate(), AcFactoryName("feed"))
      model.register(Farmer.init)
    }
    #expect(found == [])
    let withFeed = try components { model in
      model.register { (farmer: Farmer) in Hen() }
      model.register(Egg.init, AcTemplate())
      model.register({ (hen: Hen) in Feed(hen: hen) }, AcTemplate(), AcFactoryName("feed"))
      model.register(Farmer.init)
    }
    #expect(withFeed == [["Hen", "Farmer"]])
  }

  @Test("a reference is part of a circle, because any use of its object may read its properties")
  func references() throws {
    let found = try components { model in
      model.register(Kennel.self, AcReference())
      model.register(Dog.init)
    }
    #expect(found == [["Kennel", "Dog"]])
  }

  @Test("properties of structures that a class stores count too, at any depth")
  func structures() throws {
    let found = try components { model in
      model.register(Owner.init)
      model.register(Part.init)
    }
    #expect(found == [["Owner", "Part"]])
  }

  @Test("a discovery joins components, and a creation in progress counts for the joined one")
  func joined() throws {
    let model = try makeModel { model in
      model.register(Hen.init, AcLazy())
      model.register(Egg.init, AcLazy())
      model.register(Coop.init, AcLazy())
    }
    let slots = model.index.all.map(model.store.slot)
    let other = ThreadID(number: 1)
    CreationCoordinator.look {
      slots[0].state = .making(by: other)
      slots[0].component?.enter(other)
    }
    try extend(model) { model in
      model.register(AcLazy()) { (coop: Coop) in Late(coop) }
    }
    #expect(slots[0].component != nil)
    #expect(slots[0].component?.holder(otherThan: nil) == other)
    #expect(slots[1].component === slots[0].component)
    #expect(slots[2].component == nil)
    CreationCoordinator.abandon([slots[0]], by: other)
    #expect(slots[0].component?.holder(otherThan: nil) == nil)
  }
}

private protocol Plug: AnyObject {}
private final class Socket: AlchemicAware {
  @Injected var wall: Wall
  init(_ plug: any Plug) {}
}
private final class Wall { @Injected var socket: Socket }
private final class OldPlug: Plug { @Injected var socket: Socket }
private final class NewPlug: Plug {}

/// Discoveries that change components while objects are created in them.
@Suite(.ownThreads) struct ChangedComponentTests {
  @Test("no thread holds a component after a discovery has split it")
  func takenApart() throws {
    let (begun, isExtended) = (Signal(), Signal())
    let model = try makeModel { model in
      model.register(Socket.init, AcLazy())
      model.register(AcLazy()) { () -> Wall in
        begun.raise()
        isExtended.wait()
        return Wall()
      }
      model.register(OldPlug.init, AcLazy())
    }
    #expect(model.graph.components.map(\.count) == [3])
    let made = Counter()
    inTime {
      onThreads(2) { thread in
        if thread == 0 {
          if (try? model.get(Wall.self)) != nil { made.increment() }
        } else {
          begun.wait()
          _ = try? extend(model) { $0.register(NewPlug.init, AcPrimary(), AcLazy()) }
          isExtended.raise()
        }
      }
      onThreads(1) { _ in if (try? model.get(OldPlug.self)) != nil { made.increment() } }
    }
    #expect(made.value == 2)
  }

  @Test(
    "a task that waits for a component checks again when a discovery has changed it",
    .timeLimit(.minutes(10)))
  func waitingTask() async throws {
    let (begun, isExtended) = (Signal(), Signal())
    let model = try makeModel { model in
      model.register(Socket.init, AcLazy())
      model.register(AcLazy()) { () -> Wall in
        begun.raise()
        isExtended.wait()
        return Wall()
      }
      model.register(OldPlug.init, AcLazy())
    }
    startThread { _ = try? model.get(Wall.self) }
    begun.wait()
    try await CurrentModel.withModel(model) {
      async let plug: OldPlug = AcGetAsync()
      try await Task.sleep(for: .milliseconds(20))
      try extend(model) { $0.register(NewPlug.init, AcPrimary(), AcLazy()) }
      _ = try await plug
      isExtended.raise()
    }
  }
}
#endif
