import AlchemicInject
import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Part: Sendable {
  let onEnd: @Sendable () -> Void
  init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }
  deinit { onEnd() }
}

private protocol Piece: AnyObject {}
private final class PieceOne: Piece { init() {} }
private final class PieceTwo: Piece { init() {} }
private final class Other: Sendable {}
private final class Another: Sendable {}
private final class Product: Sendable {}

private final class OtherHost: AlchemicAware {
  @Injected var another: Another
  @Transient var part: Part?
  @InjectedArray var pieces: [any Piece]
}

/// Runs the user's code in its hooks and in its deinit.
private final class Host: AlchemicAware {
  @Transient(AcName("part")) var part: Part?
  let onHook: @Sendable () -> Void
  let onEnd: @Sendable () -> Void
  init(
    onHook: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void = {}
  ) { (self.onHook, self.onEnd) = (onHook, onEnd) }
  deinit { onEnd() }
  func didInject(variable: String) { onHook() }
  func didInjectDependencies() { onHook() }
}

/// A model that its own factories can read.
private final class ModelBox: Sendable {
  private let model = Locked<Model?>(nil)
  var current: Model? {
    get { model.withLock { $0 } }
    set { model.withLock { $0 = newValue } }
  }
}

/// Runs on another thread each operation that takes a lock of the library, and waits for it. If
/// this thread holds a lock, neither continues.
private func everythingElsewhere(_ count: Counter) {
  let model = try? Alchemic.model
  onThreads(1) { _ in
    count.increment()
    // After a reset there is no model, and no property can be read.
    guard let model else { return _ = try? AcGet(Other.self) }
    CurrentModel.withModel(model) {
      _ = try? AcGet(Other.self)
      _ = try? AcGet([any Piece].self)
      _ = try? AcGet(Other?.self, AcName("Other"))
      _ = try? AcGet((any Piece).self, AcClass(PieceTwo.self))
      try? AcSet(Part(), AcName("other part"))
      let host = OtherHost()
      AcInjectDependencies(host)
      try? AcSet(Part(), AcName("other part"))
      _ = (host.part, host.pieces)
      let plain = Plain()
      _ = plain.other
      _ = try? Alchemic.model.description
    }
  }
}

/// A host that a hook releases.
private final class HostBox: @unchecked Sendable {
  // Proof: used by one thread of one test.
  var host: Host?
  func release() { host = nil }
}

private final class Plain { @Injected var other: Other }

/// "No lock is held while user code runs", and unrelated creations do not wait for each other. Each
/// of these tests would hang otherwise.
@Suite(.ownThreads) struct NoLockHeldTests {
  private static func configure(_ model: ModelBuilder) {
    model.register(PieceOne.init)
    model.register(PieceTwo.init)
    model.register(Other.init, AcLazy())
    model.register(Another.init, AcLazy())
    model.register(
      Part.self, AcReference(), AcNillable(), AcFactoryName("part"))
    model.register(
      Part.self, AcReference(), AcNillable(), AcPrimary(), AcFactoryName("other part"))
  }

  private func run(
    _ more: (ModelBuilder) -> Void = { _ in }, _ body: @escaping @Sendable () throws -> Void
  ) throws {
    let model = try makeModel { model in
      Self.configure(model)
      more(model)
    }
    let errors = Log<String>()
    inTime {
      CurrentModel.withModel(model) {
        do { try body() } catch { errors.add("\(error)") }
      }
    }
    #expect(errors.entries == [])
  }

  @Test(
    "an initializer may wait for another thread that uses the model", arguments: [true, false])
  func initializer(isShared: Bool) throws {
    let count = Counter()
    try run { model in
      if isShared {
        model.register {
          everythingElsewhere(count)
          return Product()
        }
      } else {
        model.register(AcTemplate()) {
          everythingElsewhere(count)
          return Product()
        }
      }
    } _: {
      _ = try AcGet(Product.self)
    }
    #expect(count.value == 1)
  }

  @Test("a hook may wait for another thread, during the injection and during a set")
  func hooks() throws {
    let count = Counter()
    try run {
      let host = Host(onHook: { everythingElsewhere(count) })
      AcInjectDependencies(host)
      try AcSet(Part(), AcName("part"))
      withExtendedLifetime(host) {}
    }
    #expect(count.value == 3)
  }

  @Test("a hook may call AcSet")
  func settingHook() throws {
    try run {
      let host = Host(onHook: { try? AcSet(Part(), AcName("other part")) })
      AcInjectDependencies(host)
      try AcSet(Part(), AcName("part"))
      #expect(try AcGet(Part?.self, AcName("other part")) != nil)
      withExtendedLifetime(host) {}
    }
  }

  @Test("the deinit of a replaced object, of a host, or of a host that a hook releases may wait")
  func deinits() throws {
    let count = Counter()
    try run {
      try AcSet(Part(onEnd: { everythingElsewhere(count) }), AcName("part"))
      let reader = Host()
      AcInjectDependencies(reader)
      _ = reader.part
      try AcSet(Part(), AcName("part"))
      #expect(count.value == 1)

      var host: Host? = Host(onEnd: { everythingElsewhere(count) })
      host.map { AcInjectDependencies($0) }
      host = nil
      #expect(count.value == 2)

      let held = HostBox()
      held.host = Host(onEnd: { everythingElsewhere(count) })
      held.host.map { AcInjectDependencies($0) }
      let letsGo = Host(onHook: { held.release() })
      AcInjectDependencies(letsGo)
      #expect(count.value == 3)
      withExtendedLifetime((reader, letsGo)) {}
    }
  }

  @Test("the deinit of an object whose creation failed may wait for another thread")
  func failedCreations() throws {
    struct Broken: Error {}
    final class Short: AlchemicAware {
      @Injected var never: Never
      let part: Part
      init(_ count: Counter) { part = Part(onEnd: { everythingElsewhere(count) }) }
      final class Never {}
    }
    let count = Counter()
    try run { model in
      model.register(AcLazy()) { Short(count) }
      model.register(AcLazy()) { () throws -> Short.Never in throw Broken() }
      model.register(AcTemplate()) { Product() }
    } _: {
      #expect(problems { _ = try AcGet(Short.self) }.map(\.id) == [.creationFailed])
      #expect(count.value == 1)
    }
  }

  @Test("an observer, a block of AcWhenReady and a deinit during a reset may wait", .alchemicMain)
  func mainModel() throws {
    let count = Counter()
    let errors = Log<String>()
    inTime {
      do {
        try Alchemic.start { model in
          Self.configure(model)
          model.register(AcLazy()) { Product() }
        }
        // Events of the other thread are observed too, and must not begin another round.
        let observed = Counter()
        Alchemic.observe { event in
          if case .didCreateObject(let factory, _) = event, factory.name == "Product" {
            observed.increment()
            everythingElsewhere(count)
          }
        }
        _ = try AcGet(Product.self)
        AcWhenReady { everythingElsewhere(count) }
        try AcSet(Part(onEnd: { everythingElsewhere(count) }), AcName("part"))
        Alchemic.reset()
        #expect(observed.value == 1)
      } catch { errors.add("\(error)") }
    }
    #expect(errors.entries == [])
    #expect(count.value == 3)
  }

  @Test("an initializer may wait for the main thread, which requests another object")
  func mainThread() throws {
    let model = ModelBox()
    let done = Signal()
    let found = Counter()
    try run { builder in
      builder.register {
        let model = model.current
        Task { @MainActor in
          if (try? model?.get(Other.self)) != nil { found.increment() }
          done.raise()
        }
        done.wait()
        return Product()
      }
    } _: {
      model.current = try Alchemic.model
      _ = try AcGet(Product.self)
      model.current = nil
    }
    #expect(found.value == 1)
  }

  @Test("two initializers that wait for each other by means of their own run at the same time")
  func unrelated() throws {
    let (first, second) = (Signal(), Signal())
    let met = Counter()
    let model = try makeModel { model in
      model.register(AcLazy()) { () -> PieceOne in
        first.raise()
        if second.wait() { met.increment() }
        return PieceOne()
      }
      model.register(AcLazy()) { () -> PieceTwo in
        second.raise()
        if first.wait() { met.increment() }
        return PieceTwo()
      }
    }
    inTime {
      onThreads(2) { thread in
        if thread == 0 { _ = try? model.get(PieceOne.self) }
        if thread == 1 { _ = try? model.get(PieceTwo.self) }
      }
    }
    // If one creation waited for the other, the wait for its signal would time out.
    #expect(met.value == 2)
  }
}
