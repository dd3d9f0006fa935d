import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Service: AnyObject {}
private final class Real: Service { init() {} }
private final class Session: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
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
private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}
private final class Bank {
  func connection() -> Part { Part(1) }
}

@Suite struct MethodRegistrationTests {
  @Test("R4: the arguments of a method are found by their types")
  func methodArguments() throws {
    try Alchemic.withModel { model in
      model.register(Real.init)
      model.register { Session(7) }
      model.declare(Maker.self) { of in
        AcInitializer(of, Maker.init, AcObject(Counter()))
        AcMethod(of, Maker.joined)
      }
    } operation: { () throws in
      #expect(try AcGet(AcName("Maker.String")) == "7")
    }
  }

  @Test("R4: a static method is not called on an object: none is made")
  func staticMethod() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.declare(Maker.self) { of in
        AcRegister(of, AcLazy())
        AcInitializer(of, Maker.init, AcObject(made))
        AcMethod(of, Maker.standard)
      }
    } operation: { () throws in
      #expect(try AcGet(AcName("Maker.[String]")) == ["standard"])
      #expect(made.value == 0)
    }
  }

  @Test("R4: a method with more sources than parameters is a start error")
  func wrongMethods() throws {
    let found = problems { model in
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        // The method is a function from a bank to a function.
        AcMethod(of, Bank.connection, AcClass(Bank.self))
      }
    }
    #expect(found.map(\.id) == [.wrongMethod])
    let headline = "The method given for 'Bank' has fewer parameters than it was given sources."
    #expect(found[0].description.contains(headline))
    #expect(found[0].candidates[0].location != nil)
  }

  @Test("R5: a function that is registered may have sources")
  func registeredWithSources() throws {
    try Alchemic.withModel { model in
      model.register(Part.init(_:), AcInt(3), options: AcFactoryName("three"))
      model.register(Part.init(_:), AcName("four"), options: AcFactoryName("part of four"))
      model.register(AcFactoryName("four")) { 4 }
    } operation: { () throws in
      #expect(try AcGet(Part.self, AcName("three")).number == 3)
      #expect(try AcGet(Part.self, AcName("part of four")).number == 4)
    }
  }
}
