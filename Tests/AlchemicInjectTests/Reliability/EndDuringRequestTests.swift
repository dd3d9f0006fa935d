import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

/// What an initializer does, beside what it returns.
private typealias Action = @Sendable () throws -> Void

private final class Product: Sendable {
  let generation: Int
  init(of generation: Int) { self.generation = generation }
}

private final class Outer: Sendable {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
}
private final class Inner: Sendable {}

private final class Code: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

/// Runs an action in its deinitializer.
private final class Parting: Sendable {
  let action: @Sendable () -> Void
  init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  deinit { action() }
}

private struct Failure: Error {}

private final class Part: Sendable {}
private final class Piece: Sendable {}
private final class PartReader: @unchecked Sendable { @Injected var part: Part }

/// Tests the end of a model within requests, which use the model without retaining it.
@Suite(.ownThreads) struct EndDuringRequestTests {
  /// Starts a main model. A function that is never running retains a life, which thus ends with the
  /// model.
  private func start(
    _ models: LifeTracker, _ generation: Int = 1, _ action: @escaping Action = {}
  ) throws {
    try Alchemic.start { model in
      let life = models.life()
      model.register(AcTemplate()) {
        withExtendedLifetime(life) { Product(of: generation) }
      }
      model.register(AcTemplate()) { () throws -> Inner in
        try action()
        return Inner()
      }
      model.register(AcTemplate()) { () throws -> Outer in Outer(try AcGet()) }
      let code = { (number: Int) throws -> Code in
        try action()
        return Code(number: number)
      }
      model.register(code, AcArgument())
    }
  }

  @Test(
    "a model that ends within a request lives until the request has ended",
    .alchemicMain, arguments: ["of a template", "of a template's template", "of a provider"])
  func resetWithin(_ request: String) throws {
    let models = LifeTracker()
    let isDone = Mutex(false)
    try start(models) {
      Alchemic.reset()
      #expect(models.living == 1)
      isDone.withLock { $0 = true }
    }
    switch request {
    case "of a template": _ = try AcGet(Inner.self)
    case "of a template's template": _ = try AcGet(Outer.self)
    default:
      let code: Provider<Code, Int> = try AcGet()
      let made = try code(7)
      #expect(made.number == 7)
    }
    #expect(isDone.withLock { $0 })
    #expect(models.living == 0)
    #expect(throws: AlchemicError.self) { _ = try AcGet(Inner.self) }
  }

  @Test("a model ends within a deinitializer that runs within a request", .alchemicMain)
  func resetInDeinit() throws {
    let models = LifeTracker()
    try start(models) {
      _ = Parting {
        Alchemic.reset()
        #expect(models.living == 1)
      }
    }
    _ = try AcGet(Outer.self)
    #expect(models.living == 0)
  }

  @Test("a start within a request of the former model answers with the new one", .alchemicMain)
  func startWithin() throws {
    let models = LifeTracker()
    try start(models) {
      Alchemic.reset()
      try start(models, 2)
      #expect(models.living == 2)
      let product = try AcGet(Product.self)
      #expect(product.generation == 2)
    }
    let former = try AcGet(Product.self)
    #expect(former.generation == 1)
    _ = try AcGet(Inner.self)
    #expect(models.living == 1)
    Alchemic.reset()
    #expect(models.living == 0)
  }

  @Test("an error in a request whose model has ended releases the model", .alchemicMain)
  func throwing() throws {
    let models = LifeTracker()
    try start(models) {
      Alchemic.reset()
      throw Failure()
    }
    #expect(throws: AlchemicError.self) { _ = try AcGet(Outer.self) }
    #expect(models.living == 0)
  }

  @Test("a deinitializer that runs at the end of a model gets its objects", .alchemicMain)
  func requestAtEnd() throws {
    let (models, answers) = (LifeTracker(), LifeTracker())
    try Alchemic.start { model in
      let life = models.life()
      model.register(AcTemplate()) {
        withExtendedLifetime(life) { Product(of: 1) }
      }
      model.register {
        Parting { if (try? AcGet(Product.self)) != nil { _ = answers.life() } }
      }
    }
    Alchemic.reset()
    #expect(answers.made == 1)
    #expect(models.living == 0)
  }

  @Test(
    "a child's request within a request of its parent, which ends meanwhile", .alchemicMain)
  func childWithin() throws {
    let (models, children) = (LifeTracker(), LifeTracker())
    try start(models) {
      try Alchemic.withModel { model in
        let life = children.life()
        model.register(AcTemplate()) {
          withExtendedLifetime(life) { Product(of: 2) }
        }
      } operation: {
        let product = try AcGet(Product.self)
        #expect(product.generation == 2)
        Alchemic.reset()
        #expect(models.living == 1)
      }
      #expect(children.living == 0)
      #expect(models.living == 1)
    }
    _ = try AcGet(Inner.self)
    #expect(models.living == 0)
  }

  @Test("a first read whose template ends the model keeps its value", .alchemicMain)
  func endInFirstRead() throws {
    let (models, ends) = (LifeTracker(), Signal())
    @Sendable func start() throws {
      let life = models.life()
      try Alchemic.start { model in
        model.register(.template) { () throws -> Part in
          if ends.isSet, models.made == 1 {
            Alchemic.reset()
            try start()
            // The thread now has the resolvers of the new model, and not those of the former one.
            _ = try AcGet(Piece.self)
          }
          return withExtendedLifetime(life) { Part() }
        }
        model.register(.template) { Piece() }
      }
    }
    try start()
    _ = try AcGet(Part.self)
    ends.raise()
    let reader = PartReader()
    let part = reader.part
    #expect(reader.part === part)
    #expect((models.made, models.living) == (2, 1))
    Alchemic.reset()
    #expect(models.living == 0)
  }

  @Test("no request is answered by a model that had ended before it", .alchemicMain)
  func underLoad() throws {
    let rounds = Effort.of(10_000)
    let models = LifeTracker()
    let ended = Atomic(0)
    let isDone = Atomic(false)
    let served = Atomic(0)
    onThreads(4) { thread in
      if thread == 0 {
        for generation in 1...rounds {
          do { try start(models, generation) } catch { Issue.record(error) }
          Alchemic.reset()
          ended.store(generation, ordering: .releasing)
        }
        isDone.store(true, ordering: .releasing)
      } else {
        while !isDone.load(ordering: .acquiring) {
          let before = ended.load(ordering: .acquiring)
          // Thread 3 runs each request on a new thread, so that pins are taken and returned.
          if thread == 3 {
            onThreads(1) { _ in request(after: before) }
          } else {
            request(after: before)
          }
        }
      }
    }
    @Sendable func request(after before: Int) {
      do {
        let product = try AcGet(Product.self)
        served.add(1, ordering: .relaxed)
        if product.generation <= before { Issue.record("\(product.generation) after \(before)") }
      } catch is AlchemicError {
        // There is no model now.
      } catch { Issue.record(error) }
    }
    #expect(models.made == rounds)
    #expect(models.living == 0)
    #expect(served.load(ordering: .relaxed) > 0)
  }
}
