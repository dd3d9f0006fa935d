import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Synchronization
import Testing

/// Something that an initializer does, beside what it returns.
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

/// Reads a property in its deinitializer.
private final class Parting {
  @Injected var inner: Inner
  let note: @Sendable (Inner) -> Void
  init(_ note: @escaping @Sendable (Inner) -> Void) { self.note = note }
  deinit { note(inner) }
}

/// Tests the end of a model within requests, which use the model without retaining it.
@Suite(.ownThreads) struct EndDuringRequestTests {
  /// Starts a main model whose functions retain a life, so that the life ends with the model.
  private func start(_ models: LifeTracker, _ action: @escaping Action) throws {
    let life = models.life()
    try Alchemic.start { model in
      model.register(AcTemplate()) { () throws -> Inner in
        try withExtendedLifetime(life, action)
        return Inner()
      }
      model.register(AcTemplate()) { () throws -> Outer in Outer(try AcGet()) }
      let code = { (number: Int) throws -> Code in
        try withExtendedLifetime(life, action)
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
      // Else the function, which is running, has been released.
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

  @Test("a start within a request of the former model answers with the new one", .alchemicMain)
  func startWithin() throws {
    let models = LifeTracker()
    let restarts = Atomic(1)
    try start(models) {
      if restarts.exchange(0, ordering: .relaxed) == 0 { return }
      Alchemic.reset()
      try start(models) {}
      #expect(models.living == 2)
      _ = try AcGet(Outer.self)
    }
    _ = try AcGet(Outer.self)
    #expect(models.living == 1)
    Alchemic.reset()
    #expect(models.living == 0)
  }

  @Test("an error in a request whose model has ended releases the model", .alchemicMain)
  func throwing() throws {
    struct Failure: Error {}
    let models = LifeTracker()
    try start(models) {
      Alchemic.reset()
      throw Failure()
    }
    #expect(throws: (any Error).self) { _ = try AcGet(Outer.self) }
    #expect(models.living == 0)
  }

  @Test("a request in a deinitializer at the end of a model is answered", .alchemicMain)
  func inDeinit() throws {
    let (models, partings) = (LifeTracker(), LifeTracker())
    let life = models.life()
    try Alchemic.start { model in
      model.register(AcTemplate()) { withExtendedLifetime(life) { Inner() } }
      model.register { Parting { _ in _ = partings.life() } }
    }
    Alchemic.reset()
    #expect(partings.made == 1)
    #expect(models.living == 1)  // This function retains the life.
  }

  @Test("a child's request within a request of its parent, and the end of both", .alchemicMain)
  func childWithin() throws {
    let (models, children) = (LifeTracker(), LifeTracker())
    try start(models) {
      try Alchemic.withModel { model in
        let life = children.life()
        model.register(AcTemplate()) { withExtendedLifetime(life) { Product(of: 1) } }
      } operation: {
        let product = try AcGet(Product.self)
        #expect(product.generation == 1)
        Alchemic.reset()
        #expect(models.living == 1)
        #expect(children.living == 1)
      }
      #expect(children.living == 0)
    }
    _ = try AcGet(Inner.self)
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
          let life = models.life()
          do {
            try Alchemic.start { model in
              model.register(AcTemplate()) {
                withExtendedLifetime(life) { Product(of: generation) }
              }
            }
          } catch { Issue.record(error) }
          Alchemic.reset()
          ended.store(generation, ordering: .releasing)
        }
        isDone.store(true, ordering: .releasing)
      } else {
        while !isDone.load(ordering: .acquiring) {
          let before = ended.load(ordering: .acquiring)
          // Most requests are answered while there is a model. A thread of its own for some of
          // them: it comes and goes.
          if thread == 3 {
            onThreads(1) { _ in request(after: before) }
          } else {
            request(after: before)
          }
        }
      }
    }
    @Sendable func request(after before: Int) {
      guard let product = try? AcGet(Product.self) else { return }
      served.add(1, ordering: .relaxed)
      if product.generation <= before { Issue.record("\(product.generation) after \(before)") }
    }
    #expect(models.made == rounds)
    #expect(models.living == 0)
    #expect(served.load(ordering: .relaxed) > 0)
  }
}
