import AlchemicInject
import AlchemicTestSupport
import Testing

private final class Engine: Sendable {}

private protocol Plan: AnyObject {}

private final class Declaration: Plan {}

@Suite(.ownThreads) struct WeakAndLazyTests {
  @Test("M10: a lazy singleton is not made at start, but once when it is first needed")
  func lazy() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcLazy()) {
        made.increment(); return Engine()
      }
    } operation: { () throws in
      #expect(made.value == 0)
      let first: Engine = try AcGet()
      #expect(try first === (AcGet() as Engine))
      #expect(made.value == 1)
    }
  }

  @Test("M10: a lazy singleton is created with a singleton that takes it as an argument")
  func lazyArgument() throws {
    let made = Counter()
    try withStartedModel { model in
      model.register(AcLazy()) {
        made.increment(); return Engine()
      }
      model.register { (_: Engine) in Declaration() }
    } _: { () throws in
      #expect(made.value == 1)
    }
  }

  @Test("M5: a weak singleton is created on request, shared while retained, and created again")
  func weakSingleton() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcWeak()) {
        made.increment(); return Engine()
      }
    } operation: { () throws in
      #expect(made.value == 0)
      try withExtendedLifetime(AcGet() as Engine) { (first) throws in
        #expect(try first === (AcGet() as Engine))
        #expect(made.value == 1)
      }
      weak var gone: Engine?
      do { gone = try AcGet() as Engine }
      #expect(gone == nil)
      #expect(made.value == 2)
      _ = try AcGet() as Engine?
      #expect(made.value == 3)
    }
  }

  @Test("M5: a weak singleton that is declared as a class-bound protocol is one object too")
  func weakProtocol() throws {
    try Alchemic.withModel { model in
      model.register(AcWeak()) { Declaration() as any Plan }
    } operation: { () throws in
      try withExtendedLifetime(AcGet() as any Plan) { (first) throws in
        #expect(try first === (AcGet() as any Plan))
        #expect(try (AcGet() as [any Plan]).first === first)
      }
    }
  }

  @Test("M5: a property retains the weak singleton that it has resolved")
  func weakInProperty() throws {
    final class Host {
      @Injected var engine: Engine
      init() {}
    }
    try Alchemic.withModel { model in
      model.register(AcWeak()) { Engine() }
    } operation: { () throws in
      let host = Host()
      weak let engine = host.engine
      #expect(engine != nil)
      #expect(try engine === (AcGet() as Engine))
      withExtendedLifetime(host) {}
    }
  }

  @Test("M5: a weak reference is unset once its object is gone")
  func weakReference() throws {
    try Alchemic.withModel { model in
      model.register(Engine.self, AcWeak(), AcReference())
    } operation: { () throws in
      let unset = problems { _ = try AcGet() as Engine }
      #expect(unset.map(\.id) == [.unsetReference])
      try withExtendedLifetime(Engine()) { (engine) throws in
        try AcSet(engine)
        #expect(try engine === (AcGet() as Engine))
      }
      let gone = problems { _ = try AcGet() as Engine }
      #expect(gone.map(\.id) == [.unsetReference])
      #expect(
        gone[0].description.contains(
          "The weak reference 'Engine' was read before AcSet, or after its object was gone."))
    }
  }

  @Test("M5, M6: a weak nillable reference is nil once its object is gone")
  func weakNillableReference() throws {
    try Alchemic.withModel { model in
      model.register(Engine.self, AcReference(), AcNillable(), AcWeak())
    } operation: { () throws in
      #expect(try (AcGet() as Engine?) == nil)
      try withExtendedLifetime(Engine()) { (engine) throws in
        try AcSet(engine)
        #expect(try engine === (AcGet() as Engine?))
      }
      #expect(try (AcGet() as Engine?) == nil)
      try AcSet(AcNil, AcName("Engine"))
      #expect(try (AcGet() as Engine?) == nil)
    }
  }

  @Test("M5, M6: a weak nillable singleton whose function returned nil stays nil")
  func weakNillableSingleton() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcWeak(), AcNillable()) { () -> Engine? in
        made.increment()
        return nil
      }
    } operation: { () throws in
      #expect(try (AcGet() as Engine?) == nil)
      #expect(try (AcGet() as Engine?) == nil)
      #expect(made.value == 1)
    }
  }

  @Test("M5, T1: a transient property returns a weak object while the object lives")
  func weakTransient() throws {
    final class Host {
      @Transient var engine: Engine?
      init() {}
    }
    try Alchemic.withModel { model in
      model.register(Engine.self, AcReference(), AcNillable(), AcWeak())
    } operation: { () throws in
      let host = Host()
      #expect(host.engine == nil)
      try withExtendedLifetime(Engine()) { (engine) throws in
        try AcSet(engine)
        #expect(host.engine === engine)
      }
      #expect(host.engine == nil)
    }
  }

  @Test("M5, I12: threads that ask for a weak singleton at once get one object")
  func weakThreads() throws {
    let model = try makeModel { model in model.register(AcWeak()) { Engine() } }
    for _ in 0..<200 {
      let engines = Log<Engine>()
      onThreads(4) { _ in
        if let engine = try? model.get(Engine.self) { engines.add(engine) }
      }
      let all = engines.entries
      #expect(all.count == 4)
      #expect(all.allSatisfy { $0 === all[0] })
    }
  }

  @Test("M6, M1: nillable and transient singletons are created at start")
  func nillableIsMadeAtStart() throws {
    let made = Counter()
    try withStartedModel { model in
      model.register(AcNillable()) {
        made.increment(); return Engine()
      }
      model.register(AcTransient()) {
        made.increment(); return Declaration()
      }
    } _: { () throws in
      #expect(made.value == 2)
    }
  }
}
