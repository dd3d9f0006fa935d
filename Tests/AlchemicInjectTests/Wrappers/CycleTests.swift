import AlchemicInject
import AlchemicTestSupport
import Testing

private final class A {
  @Injected var b: B
  @Injected var myself: A
}
private final class B {
  @Injected var a: A
}

private final class AwareA: AlchemicAware {
  @Injected var b: AwareB
}
private final class AwareB: AlchemicAware {
  @Injected var a: AwareA
}

private final class WebA { @Injected var b: WebB }
private final class WebB { @Injected var c: WebC }
private final class WebC {
  @Injected var a: WebA
  @Injected var d: WebD
}
private final class WebD {
  @Injected var b: WebB
  @Injected var c: WebC
}

private final class EagerA { init(_ b: EagerB) {} }
private final class EagerB { init(_ c: EagerC) {} }
private final class EagerC { init(_ a: EagerA) {} }

private final class HalfA {
  let b: HalfB
  init(_ b: HalfB) { self.b = b }
}
private final class HalfB { @Injected var a: HalfA }

@Suite struct CycleTests {
  @Test("I9: cycles through properties keep identity, self reference too")
  func identity() throws {
    try withModel { model in
      model.register(A.init)
      model.register(B.init)
    } _: { () throws in
      let a: A = try AcGet()
      #expect(a.b.a === a)
      #expect(a.myself === a)
      #expect(a.b.a.b === a.b)
    }
  }

  @Test("I9: cycles of hosts that are injected as a whole keep identity")
  func awareIdentity() throws {
    try withModel { model in
      model.register(AwareA.init)
      model.register(AwareB.init)
    } _: { () throws in
      let a: AwareA = try AcGet()
      #expect(a.b.a === a)
      #expect(try a.b === (AcGet() as AwareB))
    }
  }

  @Test("I9: a web of four keeps identity")
  func web() throws {
    try withModel { model in
      model.register(WebA.init)
      model.register(WebB.init)
      model.register(WebC.init)
      model.register(WebD.init)
    } _: { () throws in
      let a: WebA = try AcGet()
      #expect(a.b.c.a === a)
      #expect(a.b.c.d.b === a.b)
      #expect(a.b.c.d.c === a.b.c)
    }
  }

  @Test("I9: a diamond shares its bottom")
  func diamond() throws {
    final class Bottom {}
    final class Left { @Injected var bottom: Bottom }
    final class Right { @Injected var bottom: Bottom }
    final class Top {
      @Injected var left: Left
      @Injected var right: Right
    }
    try withModel { model in
      model.register(Top.init)
      model.register(Left.init)
      model.register(Right.init)
      model.register(Bottom.init)
    } _: { () throws in
      let top: Top = try AcGet()
      #expect(top.left.bottom === top.right.bottom)
    }
  }

  @Test("I10: a cycle of arguments is a start error with its path and a proposal")
  func eagerCycle() throws {
    let line = #line + 2
    let found = problems { model in
      model.register(EagerA.init)
      model.register(EagerB.init)
      model.register(EagerC.init)
    }
    let file = "AlchemicInjectTests/CycleTests.swift"
    #expect(
      found.map(\.description) == [
        """
        [cycle] 'EagerA' needs itself before it exists.
           →           EagerA — \(file):\(line)
                       EagerB — \(file):\(line + 1)
                       EagerC — \(file):\(line + 2)
                       EagerA — \(file):\(line)
           → turn one argument on the way into an @Injected property: properties are filled after both objects exist
        """
      ])
  }

  @Test("I10: one property on the loop makes it legal")
  func oneProperty() throws {
    try withModel { model in
      model.register(HalfA.init)
      model.register(HalfB.init)
    } _: { () throws in
      let a: HalfA = try AcGet()
      #expect(a.b.a === a)
    }
  }

  @Test("I10: a template that injects itself without end is an error, not a crash")
  func endlessTemplates() throws {
    final class Endless: AlchemicAware { @Injected var next: Endless }
    let model = try makeModel { $0.register(Endless.init, AcTemplate()) }
    let found = problems { _ = try model.get(Endless.self) }
    #expect(found.map(\.id) == [.cycle])
  }
}
