import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Slow {}
private final class Left {}
private final class Right {}

@Suite(.ownThreads) struct CreationTests {
  @Test("I12: a singleton is made once, however many threads ask first")
  func once() throws {
    for _ in 0..<100 {
      let made = Counter()
      let model = try makeModel { model in
        model.register {
          made.increment()
          return Slow()
        }
      }
      let seen = Log<ObjectIdentifier>()
      onThreads(8) { _ in
        if let object = try? model.get(Slow.self) { seen.add(ObjectIdentifier(object)) }
      }
      #expect(made.value == 1)
      #expect(seen.entries.count == 8)
      #expect(Set(seen.entries).count == 1)
    }
  }

  @Test("I10: a cycle across threads is an error for at least one of them")
  func cycleAcrossThreads() throws {
    // The closures call `AcGet`, so the graph does not show these needs.
    let inLeft = Counter()
    let inRight = Counter()
    let model = try makeModel { model in
      model.register {
        inLeft.increment()
        waitUntil { inRight.value > 0 }
        _ = try AcGet() as Right
        return Left()
      }
      model.register {
        inRight.increment()
        waitUntil { inLeft.value > 0 }
        _ = try AcGet() as Left
        return Right()
      }
    }
    let found = Log<ProblemID>()
    onThreads(2) { thread in
      CurrentModel.withModel(model) {
        problems { _ = thread == 0 ? try AcGet(Left.self) : try AcGet(Right.self) as AnyObject }
          .forEach { found.add($0.id) }
      }
    }
    #expect(!found.entries.isEmpty)
    #expect(found.entries.allSatisfy { $0 == .cycle })
  }

  @Test("I10: a cycle that the graph does not show is an error with its path")
  func hiddenCycle() throws {
    let model = try makeModel { model in
      model.register {
        _ = try AcGet() as Right
        return Left()
      }
      model.register {
        _ = try AcGet() as Left
        return Right()
      }
    }
    let found = CurrentModel.withModel(model) { problems { _ = try AcGet() as Left } }
    #expect(found.map(\.id) == [.cycle])
    #expect(
      found[0].path.map(\.subject) == ["AcGet", "Right", "AcGet", "Left"])
  }

  @Test("R6: threads that waited for a creation that failed get a try of their own")
  func failedForOthers() throws {
    struct Broken: Error {}
    let tries = Counter()
    let model = try makeModel { model in
      model.register { () throws -> Slow in
        tries.increment()
        throw Broken()
      }
    }
    let found = Log<ProblemID>()
    onThreads(4) { _ in
      problems { _ = try model.get(Slow.self) }.forEach { found.add($0.id) }
    }
    #expect(found.entries.count == 4)
    #expect(tries.value == 4)
  }

  @Test(
    "M1: an object that AcSet stores during the creation replaces the created object",
    arguments: [false, true])
  func setWhileMaking(byStart: Bool) throws {
    let late = Slow()
    nonisolated(unsafe) let shared = late
    let model = try makeModel { model in
      model.register {
        try AcSet(shared)
        return Slow()
      }
    }
    try CurrentModel.withModel(model) { () throws in
      if byStart { #expect(try model.createSingletons().made == 1) }
      #expect(try (AcGet() as Slow) === late)
      #expect(try (AcGet() as Slow) === late)
    }
  }

  @Test("a singleton that a start failed to create is created by the next request, once")
  func startThatFails() throws {
    struct Closed: Error {}
    let tries = Counter()
    let model = try makeModel { model in
      model.register {
        tries.increment()
        if tries.value == 1 { throw Closed() }
        return Slow()
      }
    }
    let error = alchemicError { _ = try model.createSingletons() }
    #expect(error?.problems.map(\.id) == [.creationFailed])
    #expect(error?.problems.first?.underlyingError is Closed)
    let made = try model.get(Slow.self)
    #expect(try model.createSingletons().made == 1)
    #expect(try model.get(Slow.self) === made)
    #expect(tries.value == 2)
  }

  @Test("I12: unrelated creations do not wait for each other, and no lock is held meanwhile")
  func unrelated() throws {
    let model = try makeModel { model in
      model.register { Right() }
      model.register {
        // Another thread makes something else while this runs.
        let made = Counter()
        nonisolated(unsafe) let model = try? AcGet(ModelBox.self)
        onThreads(1) { _ in if (try? model?.model.get(Right.self)) != nil { made.increment() } }
        #expect(made.value == 1)
        return Left()
      }
      model.register(ModelBox.self, AcReference())
    }
    try CurrentModel.withModel(model) { () throws in
      try AcSet(ModelBox(model))
      _ = try AcGet() as Left
    }
  }

  @Test("L6: the end of a model while an object is made leaves nothing half done")
  func endWhileMaking() throws {
    let model = try makeModel { model in
      model.register {
        try AcGet(ModelBox.self).model.end()
        return Slow()
      }
      model.register(ModelBox.self, AcReference())
    }
    try CurrentModel.withModel(model) { () throws in
      try AcSet(ModelBox(model))
      weak var made: Slow?
      do {
        let first: Slow = try AcGet()
        made = first
        #expect(!model.stores(first))
      }
      #expect(made == nil)
      #expect(problems { try AcSet(ModelBox(model)) }.map(\.id) == [.modelGone])
      #expect(problems { _ = try AcGet() as Slow }.map(\.id) == [.modelGone])
    }
  }

  @Test("L6: a model is released with its last reference, and releases its objects")
  func releases() throws {
    weak var model: Model?
    weak var object: Slow?
    do {
      let made = try makeModel { $0.register(Slow.init) }
      model = made
      object = try made.get(Slow.self)
      #expect(object != nil)
    }
    #expect(model == nil)
    #expect(object == nil)
  }
}

/// A model among its own objects.
private final class ModelBox {
  weak var model: Model!
  init(_ model: Model) { self.model = model }
}
