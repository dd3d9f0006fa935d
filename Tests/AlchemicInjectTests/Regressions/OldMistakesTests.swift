import AlchemicInject
import AlchemicTestSupport
import Testing

// What Alchemic 2 got wrong, each with the test that it will not come back. That the names of
// transformers keep their capitals is tested with the settings that have them.

private protocol Service: AnyObject {}
private final class Real: Service { init() {} }
private final class Session: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}

private class Base: AlchemicAware {
  @Injected var service: any Service
  init() {}
  func didInjectDependencies() {}
}
private final class Derived: Base {
  @Injected var session: Session
}

private final class Maker {
  let made: Counter
  init(_ made: Counter) {
    made.increment()
    self.made = made
  }
  func joined(_ session: Session, _ service: any Service) -> String { "\(session.number)" }
  static func standard() -> [String] { ["standard"] }
}

private final class Widths {
  @Injected(AcLong(.max)) var long: Int64
  @Injected(AcUInt(.max)) var unsigned: UInt
  @Injected(AcFloat(0.1)) var float: Float
  @Injected(AcDouble(0.1)) var double: Double
  @Injected(AcInt(.min)) var int: Int
  @Injected(AcBool(true)) var bool: Bool
  @Injected(AcValue(UInt8.max)) var byte: UInt8
}

private final class Lists {
  @Injected(AcValue(["a", "b"])) var texts: [String]
  @InjectedArray(AcInt(1), AcInt(2)) var numbers: [Int]
  let given: [String]
  init(given: [String]) { self.given = given }
}

private final class Plain { @Injected var service: any Service }

@Suite struct OldMistakesTests {
  @Test("M6, M8: a nillable or transient singleton is made at start")
  func nillableIsMade() throws {
    let made = Counter()
    try withModel { model in
      model.register(AcNillable()) {
        made.increment()
        return Real()
      }
      model.register(AcTransient()) {
        made.increment()
        return Session()
      }
    } _: { () throws in
      #expect(made.value == 2)
    }
  }

  @Test("R4: the arguments of a method are searched")
  func methodArguments() throws {
    try withModel { model in
      model.register(Real.init)
      model.register { Session(7) }
      model.declare(Maker.self) { of in
        AcInitializer(of, Maker.init, AcObject(Counter()))
        AcMethod(of, Maker.joined)
      }
    } _: { () throws in
      #expect(try AcGet(AcName("Maker.String")) == "7")
    }
  }

  @Test("R4: a static method is not called on an object: none is made")
  func staticMethod() throws {
    let made = Counter()
    try withModel { model in
      model.declare(Maker.self) { of in
        AcRegister(of, AcLazy())
        AcInitializer(of, Maker.init, AcObject(made))
        AcMethod(of, Maker.standard)
      }
    } _: { () throws in
      #expect(try AcGet(AcName("Maker.Array<String>")) == ["standard"])
      #expect(made.value == 0)
    }
  }

  @Test("I2, I3: arrays of constants are constants, for properties and for arguments")
  func constantArrays() throws {
    try withModel { model in
      model.declare(Lists.self) { AcInitializer($0, Lists.init(given:), AcValue(["c", "d"])) }
    } _: { () throws in
      let lists: Lists = try AcGet()
      #expect(lists.texts == ["a", "b"])
      #expect(lists.numbers == [1, 2])
      #expect(lists.given == ["c", "d"])
    }
  }

  @Test("L4: the old value that an observer hears of is the one before the store", .mainModel)
  func oldValue() throws {
    let olds = Log<Int>()
    try Alchemic.start { $0.register { Session(1) } }
    Alchemic.observe { event in
      guard case .didStoreObject(_, let values) = event else { return }
      olds.add((values.old as? Session)?.number ?? -1)
    }
    try AcSet(Session(2))
    try AcSet(Session(3))
    #expect(olds.entries == [1, 2])
  }

  @Test("M3: a singleton that depends on an unset reference is not made at start, but on request")
  func unsetReference() throws {
    let made = Counter()
    try withModel { model in
      model.register(Session.self, AcReference())
      model.register { (_: Session) in Maker(made) }
    } _: { () throws in
      #expect(made.value == 0)
      try AcSet(Session(1))
      _ = try AcGet() as Maker
      #expect(made.value == 1)
    }
  }

  @Test("M4, G2: AcSet goes to the primary")
  func setAndPrimaries() throws {
    try withModel { model in
      model.register(AcFactoryName("one")) { Session(1) }
      model.register(AcFactoryName("two"), AcPrimary()) { Session(2) }
    } _: { () throws in
      try AcSet(Session(3))
      #expect(try (AcGet(AcName("one")) as Session).number == 1)
      #expect(try (AcGet(AcName("two")) as Session).number == 3)
    }
  }

  @Test("I6: an object of a base class is injected, though a subclass is registered")
  func baseClass() throws {
    try withModel { model in
      model.register(Real.init)
      model.register { Session(1) }
      model.register(Derived.init)
    } _: { () throws in
      let (base, derived) = (Base(), Derived())
      AcInjectDependencies(base)
      AcInjectDependencies(derived)
      let (real, session): (Real, Session) = try (AcGet(), AcGet())
      #expect(base.service === real)
      #expect(derived.session === session)
      #expect(derived.service === real)
    }
  }

  @Test("L1, G1, G4: every way to ask before the start is the same lifecycle error", .mainModel)
  func lifecycle() throws {
    let ways: [() throws -> Void] = [
      { _ = try AcGet() as Session }, { _ = try AcGet(AcName("Session")) as Session },
      { _ = try AcGet(AcClass(Session.self), AcProtocol((any Sendable).self)) as Session },
      { _ = try AcInvoke(AcName("Session")) as Session }, { _ = try Alchemic.model },
    ]
    for way in ways { #expect(problems(in: way).map(\.id) == [.notStarted]) }
    try Alchemic.start { $0.register { Session(1) } }
    for way in ways.dropLast(3) { try way() }
  }

  @Test("L1, I6: AcInjectDependencies before the start stops with the lifecycle error")
  func injectBeforeStart() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      AcInjectDependencies(Derived())
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("[not-started] AcInjectDependencies was used before Alchemic.start()."))
  }

  @Test("M11: arrays come in the order of declaration, not of any hash")
  func arrayOrder() throws {
    let names = (0..<40).map { "name \($0)" }
    for _ in 0..<3 {
      try withModel { model in
        for (number, name) in names.enumerated() {
          model.register(AcFactoryName(name)) { Session(number) }
        }
      } _: { () throws in
        #expect(try (AcGet() as [Session]).map(\.number) == Array(0..<40))
      }
    }
  }

  @Test("I12: threads that need a singleton first get one, made once")
  func creation() throws {
    for _ in 0..<100 {
      let made = Counter()
      let model = try makeModel { $0.register { Maker(made) } }
      onThreads(4) { _ in _ = try? model.get(Maker.self) }
      #expect(made.value == 1)
    }
  }

  @Test("I2: constants keep their width")
  func widths() throws {
    let widths = Widths()
    #expect(widths.long == .max && widths.unsigned == .max && widths.int == .min)
    #expect(widths.float == 0.1 && widths.double == 0.1 && widths.bool && widths.byte == .max)
  }

  @Test("S1: a property of a protocol's type finds what conforms, without criteria")
  func protocolProperty() throws {
    try withModel {
      $0.register(Real.init)
    } _: { () throws in
      #expect(try Plain().service === (AcGet() as Real))
    }
  }
}
