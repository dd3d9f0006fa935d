import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Service: AnyObject, Sendable {
  var isReady: Bool { get }
}

/// Takes some time to create, and is marked as complete at the end.
private final class Slow: Service, @unchecked Sendable {
  private(set) var isReady = false
  init(_ made: Counter) {
    made.increment()
    for _ in 0..<3 { yieldThread() }
    isReady = true
  }
}

/// Creates a `Slow` by a method.
private final class Maker: Sendable {
  let made: Counter
  init(_ made: Counter) { self.made = made }
  func slow() -> Slow { Slow(made) }
}

/// Two classes that refer to each other by properties, with hooks.
private final class Hen: Service, AlchemicAware, @unchecked Sendable {
  @Injected var egg: Egg
  private(set) var isReady = false
  init(_ made: Counter) {
    made.increment()
    yieldThread()
  }
  func didInject(variable: String) { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

private final class Egg: Service, AlchemicAware, @unchecked Sendable {
  @Injected var hen: Hen
  private(set) var isReady = false
  init(_ made: Counter) {
    made.increment()
    yieldThread()
  }
  func didInject(variable: String) { yieldThread() }
  func didInjectDependencies() { isReady = true }
}

/// The same without hooks.
private final class PlainHen: @unchecked Sendable {
  @Injected var egg: PlainEgg
  init(_ made: Counter) {
    made.increment()
    yieldThread()
  }
}

private final class PlainEgg: @unchecked Sendable {
  @Injected var hen: PlainHen
  init(_ made: Counter) {
    made.increment()
    yieldThread()
  }
}

/// Needs a bird as an argument. The bird refers to it by a property, and has a hook.
private final class Nest: Service, @unchecked Sendable {
  let bird: Bird
  private(set) var isReady = false
  init(_ bird: Bird, _ made: Counter) {
    made.increment()
    self.bird = bird
    yieldThread()
    isReady = true
  }
}

private final class Bird: Service, AlchemicAware, @unchecked Sendable {
  @Injected var nest: Nest
  private(set) var isReady = false
  init(_ made: Counter) {
    made.increment()
    yieldThread()
  }
  func didInjectDependencies() { isReady = true }
}

/// "A singleton is made once": eight threads from a start line, hundreds of times.
@Suite(.ownThreads) struct OnceTests {
  enum Way: CaseIterable { case plain, lazy, nillable, weak, method, byProtocol }

  private static let rounds = Effort.of(1_000, atLeast: 100)

  @Test("eight threads that request first get one complete object", arguments: Way.allCases)
  private func once(_ way: Way) throws {
    for _ in 0..<Self.rounds {
      let made = Counter()
      let model = try makeModel { model in
        switch way {
        case .plain, .byProtocol: model.register { Slow(made) }
        case .lazy: model.register(AcLazy()) { Slow(made) }
        case .nillable: model.register(AcNillable()) { () -> Slow? in Slow(made) }
        case .weak: model.register(AcWeak()) { Slow(made) }
        case .method:
          model.declare(Maker.self) { of in
            AcInitializer(of, Maker.init, AcObject(made))
            AcMethod(of, Maker.slow)
          }
        }
      }
      // Retains the objects, because a weak singleton is released with its last owner.
      let found = Log<any Service>()
      onThreads(8) { _ in
        let object: (any Service)? =
          switch way {
          case .byProtocol: try? model.get((any Service).self)
          case .nillable: try? model.get(Slow?.self)
          default: try? model.get(Slow.self)
          }
        if let object, object.isReady { found.add(object) }
      }
      let identities = Set(found.entries.map { ObjectIdentifier($0) })
      #expect(made.value == 1 && found.entries.count == 8 && identities.count == 1)
    }
  }

  @Test("in a cycle of properties each is created once, and visible only after its hooks ran")
  func awareCycle() throws {
    for _ in 0..<Self.rounds {
      let (hens, eggs) = (Counter(), Counter())
      let model = try makeModel { model in
        model.register { Hen(hens) }
        model.register { Egg(eggs) }
      }
      let found = Log<any Service>()
      onThreads(8) { thread in
        let object: (any Service)? =
          thread % 2 == 0 ? try? model.get(Hen.self) : try? model.get(Egg.self)
        if let object, object.isReady { found.add(object) }
      }
      #expect(hens.value == 1 && eggs.value == 1 && found.entries.count == 8)
      let (hen, egg) = (try model.get(Hen.self), try model.get(Egg.self))
      #expect(hen.egg === egg && egg.hen === hen)
    }
  }

  @Test("in a cycle without hooks that many threads read first, each object is created once")
  func plainCycle() throws {
    for _ in 0..<Self.rounds {
      let (hens, eggs) = (Counter(), Counter())
      let model = try makeModel { model in
        model.register { PlainHen(hens) }
        model.register { PlainEgg(eggs) }
      }
      let wrong = Counter()
      onThreads(8) { thread in
        CurrentModel.withModel(model) {
          if thread % 2 == 0 {
            guard let hen = try? AcGet(PlainHen.self), hen.egg.hen === hen else {
              return wrong.increment()
            }
          } else {
            guard let egg = try? AcGet(PlainEgg.self), egg.hen.egg === egg else {
              return wrong.increment()
            }
          }
        }
      }
      #expect(hens.value == 1 && eggs.value == 1 && wrong.value == 0)
    }
  }

  @Test("in a cycle of an argument and a property each object is created once, and complete")
  func mixedCycle() throws {
    for _ in 0..<Self.rounds {
      let (nests, birds) = (Counter(), Counter())
      let model = try makeModel { model in
        model.register { (bird: Bird) in Nest(bird, nests) }
        model.register { Bird(birds) }
      }
      let found = Log<any Service>()
      onThreads(8) { thread in
        let object: (any Service)? =
          thread % 2 == 0 ? try? model.get(Nest.self) : try? model.get(Bird.self)
        if let object, object.isReady { found.add(object) }
      }
      #expect(nests.value == 1 && birds.value == 1 && found.entries.count == 8)
      let (nest, bird) = (try model.get(Nest.self), try model.get(Bird.self))
      #expect(nest.bird === bird && bird.nest === nest)
    }
  }

  @Test(
    "on one thread too: an object whose injection had to wait is visible only after its hooks ran")
  func putOff() throws {
    let (nests, birds) = (Counter(), Counter())
    let seen = Log<Bool>()
    let model = try makeModel { model in
      model.register { (bird: Bird) in
        // The bird waits for the nest, which is being created. Another thread requests the bird
        // now.
        let asked = Signal()
        startThread {
          asked.raise()
          seen.add((try? Shelf.model?.get(Bird.self))?.isReady ?? false)
        }
        asked.wait()
        pause(milliseconds: 5)
        return Nest(bird, nests)
      }
      model.register { Bird(birds) }
    }
    Shelf.box.withLock { $0 = model }
    defer { Shelf.box.withLock { $0 = nil } }
    _ = try model.get(Nest.self)
    waitUntil(seconds: 20) { !seen.entries.isEmpty }
    #expect(seen.entries == [true])
  }
}

/// A model that its own factories can reach.
private enum Shelf {
  static let box = Locked<Model?>(nil)
  static var model: Model? { box.withLock { $0 } }
}
