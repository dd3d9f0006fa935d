import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}
private final class WeakHost { @Weak var part: Part? }
private final class Plain { @Injected var part: Part }

@Suite(.ownThreads) struct WeakAndFollowedTests {
  @Test("M5, G2: a weak singleton is created as usual after a set during its creation")
  func weakAndSet() throws {
    for _ in 0..<200 {
      let model = try makeModel { model in
        model.register(AcWeak()) {
          yieldThread()
          return Part(1)
        }
      }
      onThreads(2) { thread in
        CurrentModel.withModel(model) {
          if thread == 0 { _ = try? AcGet(Part.self) } else { try? AcSet(Part(2)) }
        }
      }
      #expect(try model.get(Part.self).number == 1)
    }
    // The same on one thread. The object that was set is released when the creation ends.
    let model = try makeModel { model in
      model.register(AcWeak()) { () throws in
        try AcSet(Part(2))
        return Part(1)
      }
    }
    try CurrentModel.withModel(model) { () throws in
      #expect(try AcGet(Part.self).number == 1)
      #expect(try AcGet(Part.self).number == 1)
    }
  }

  @Test("M5, M6: a weak nillable reference is nil or an object, whatever is set meanwhile")
  func weakNillable() throws {
    let model = try makeModel {
      $0.register(Part.self, AcReference(), AcWeak(), AcNillable())
    }
    let errors = Counter()
    onThreads(3) { thread in
      CurrentModel.withModel(model) {
        for number in 0..<2_000 {
          do {
            if thread == 0 { try AcSet(Part(number)) } else { _ = try AcGet(Part?.self) }
          } catch { errors.increment() }
        }
      }
    }
    #expect(errors.value == 0)
  }

  @Test("I4, M8: a weak property of a transient factory is nil once its object is gone")
  func weakFollower() throws {
    try Alchemic.withModel {
      $0.register(Part.self, AcReference(), AcWeak(), AcTransient())
    } operation: { () throws in
      let host = WeakHost()
      try withExtendedLifetime(Part(1)) { part throws in
        try AcSet(part)
        #expect(host.part === part)
      }
      #expect(host.part == nil)
      let next = Part(2)
      try AcSet(next)
      #expect(host.part === next)
    }
  }

  @Test("I4, M5, M8: reading a weak property again creates no new object")
  func weakFollowerOfWeak() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcWeak(), AcTransient()) {
        made.increment()
        return Part(made.value)
      }
    } operation: {
      let host = WeakHost()
      #expect(host.part == nil && host.part == nil)
      #expect(made.value == 1)
    }
  }

  @Test("I11, M8: the message of a property that follows names the property, as that of others")
  func followerMessage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try makeModel { $0.register(Part.self, AcReference(), AcTransient()) }
      CurrentModel.withModel(model) { _ = Plain().part }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[unset-reference] The reference 'Part' was read before AcSet."))
    #expect(text.contains("needed by   Plain.part — "))
  }

  @Test("I11, M8: the same holds if the object is released after the property was resolved")
  func followerMessageLater() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try makeModel {
        $0.register(Part.self, AcReference(), AcTransient(), AcWeak())
      }
      try CurrentModel.withModel(model) {
        let host = Plain()
        try withExtendedLifetime(Part(1)) { part in
          try AcSet(part)
          _ = host.part
        }
        _ = host.part
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("or after its object was gone."))
    #expect(text.contains("needed by   Plain.part — "))
  }

  @Test("L4, M8: a property that follows has an event when it gets its value", .alchemicMain)
  func followerEvents() throws {
    let log = Log<String>()
    try Alchemic.start { $0.register(AcTransient(), AcLazy()) { Part(1) } }
    Alchemic.observe { event in
      switch event {
      case .didCreateObject(let factory, _): log.add("created \(factory.name)")
      case .didInject(let host, let variable, _): log.add("injected \(host).\(variable)")
      default: break
      }
    }
    let host = Plain()
    _ = host.part
    #expect(log.entries == ["created Part", "injected Plain.part"])
  }
}
