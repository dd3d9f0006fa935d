import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private final class FileStore: Store { init() {} }
private final class CloudStore: Store {}
private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}

private final class ByName: AlchemicAware {
  @Injected(AcName("file")) var store: any Store
  init(_ made: Counter) { made.increment() }
}

private final class ByClass: AlchemicAware {
  @InjectedArray(AcClass(FileStore.self)) var stores: [any Store]
  init(_ made: Counter) { made.increment() }
}

private final class WeakHost { @Weak var part: Part? }
private final class Follower: AlchemicAware {
  @Injected var part: Part
  init() {}
}
private final class Plain { @Injected var part: Part }
private final class Numbers {
  @InjectedArray var numbers: [Int]
  @Injected var perhaps: [Int]?
}
private final class Counts { @Injected(AcInt(3)) var count: Int? }

private protocol Repository<Item>: AnyObject { associatedtype Item }
private final class Integers: Repository { typealias Item = Int }

private final class Bank {
  func connection() -> Part { Part(1) }
}

@Suite struct ResolutionRegressionTests {
  @Test("M5, G2: a set of a weak singleton while it is made does not break it")
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
    // The same on one thread: what was set is gone when the creation ends.
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

  @Test("M3, M4: a host whose property may have something else than the unset reference is made")
  func chosenByCriteria() throws {
    let made = Counter()
    let model = try makeModel { model in
      model.register(FileStore.init, AcFactoryName("file"))
      model.register(CloudStore.self, AcReference(), AcPrimary())
      model.register { ByName(made) }
      model.register { ByClass(made) }
    }
    let report = try model.createSingletons()
    #expect(report.waiting == [])
    #expect(made.value == 2)
  }

  @Test("I4, M8: a weak property of a transient factory is nil once its object is gone")
  func weakFollower() throws {
    try withModel {
      $0.register(Part.self, AcReference(), AcWeak(), AcTransient())
    } _: { () throws in
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

  @Test("I4, M5, M8: reading a weak property makes no new object")
  func weakFollowerOfWeak() throws {
    let made = Counter()
    try withModel { model in
      model.register(AcWeak(), AcTransient()) {
        made.increment()
        return Part(made.value)
      }
    } _: {
      let host = WeakHost()
      #expect(host.part == nil && host.part == nil)
      #expect(made.value == 1)
    }
  }

  @Test("I11, M8: a property that follows names itself in its message, as others do")
  func followerMessage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try makeModel { $0.register(Part.self, AcReference(), AcTransient()) }
      CurrentModel.withModel(model) { _ = Plain().part }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[unset-reference] The reference 'Part' was read before AcSet."))
    #expect(text.contains("needed by   Plain.part — "))
  }

  @Test("I11, M8: also when the object goes after the property was resolved")
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

  @Test("L4, M8: a property that follows is told of when it has its value", .mainModel)
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

  @Test("G4: AcInvoke gives optional arrays")
  func optionalArrays() throws {
    try withModel { model in
      model.register(AcFactoryName("list")) { ["a"] }
      model.register(AcFactoryName("none"), AcNillable()) { () -> [Int]? in nil }
    } _: { () throws in
      let list: [String]? = try AcInvoke(AcName("list"))
      #expect(list == ["a"])
      let none: [Int]? = try AcInvoke(AcName("none"))
      #expect(none == nil)
    }
  }

  @Test("S1, I3: an array that one factory makes is found where nobody makes elements")
  func wholeArray() throws {
    try withModel {
      $0.register { [1, 2, 3] }
    } _: { () throws in
      let numbers = Numbers()
      #expect(numbers.numbers == [1, 2, 3] && numbers.perhaps == [1, 2, 3])
    }
    try withModel { model in
      model.register { [1, 2, 3] }
      model.register { 4 }
    } _: { () throws in
      #expect(Numbers().numbers == [4])
      #expect(try AcGet([Int].self, AcName("Array<Int>")) == [1, 2, 3])
    }
  }

  @Test("S1: a protocol with arguments is found by its exact type, and the message says so")
  func constrained() throws {
    let found = problems { model in
      model.register(Integers.init)
      model.register { (_: any Repository<Int>) in 1 }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].description.contains("register it as that very type"))
    try withModel {
      $0.register { Integers() as any Repository<Int> }
    } _: { () throws in
      _ = try AcGet((any Repository<Int>).self)
    }
  }

  @Test("S2: AcProtocol takes protocols only")
  func noProtocol() throws {
    try withModel {
      $0.register(FileStore.init)
    } _: {
      let found = problems { _ = try AcGet((any Store).self, AcProtocol(FileStore.self)) }
      #expect(found.map(\.id) == [.wrongCriteria])
      #expect(found[0].description.contains("AcProtocol(FileStore.self)"))
    }
  }

  @Test("I2: a constant for a property that may be nil")
  func optionalConstant() { #expect(Counts().count == 3) }

  @Test("R4: a method with more sources than parameters is a start error")
  func wrongMethods() throws {
    let found = problems { model in
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        // Seen as a function from a bank to a function.
        AcMethod(of, Bank.connection, AcClass(Bank.self))
      }
    }
    #expect(found.map(\.id) == [.wrongMethod])
    let headline = "The method given for 'Bank' has fewer parameters than sources."
    #expect(found[0].description.contains(headline))
    #expect(found[0].candidates[0].location != nil)
  }

  @Test("R5: a function that is registered may have sources")
  func registeredWithSources() throws {
    try withModel { model in
      model.register(Part.init(_:), AcInt(3), options: AcFactoryName("three"))
      model.register(Part.init(_:), AcName("four"), options: AcFactoryName("part of four"))
      model.register(AcFactoryName("four")) { 4 }
    } _: { () throws in
      #expect(try AcGet(Part.self, AcName("three")).number == 3)
      #expect(try AcGet(Part.self, AcName("part of four")).number == 4)
    }
  }
}
