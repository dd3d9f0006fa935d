#if Invoking
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

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

@Suite struct BeforeStartTests {
  @Test("L1, G1, G4: every request before the start is the same lifecycle error", .alchemicMain)
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

  @Test("M3: a singleton that depends on an unset reference is not made at start, but on request")
  func unsetReference() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(Session.self, AcReference())
      model.register { (_: Session) in Maker(made) }
    } operation: { () throws in
      #expect(made.value == 0)
      try AcSet(Session(1))
      _ = try AcGet() as Maker
      #expect(made.value == 1)
    }
  }

  @Test("M6, M8: a nillable or transient singleton is made at start")
  func nillableIsMade() throws {
    let made = Counter()
    try withStartedModel { model in
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
}
#endif
