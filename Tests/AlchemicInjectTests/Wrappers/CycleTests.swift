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

private final class LoopX {
  let t: LoopT
  init(t: LoopT) { self.t = t }
}
private final class LoopT: AlchemicAware {
  @Injected var first: Leaf
  @Injected var x: LoopX
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
  func didInjectDependencies() { log.add("all") }
}
private final class Leaf {}

private final class WaitA: AlchemicAware {
  @Injected var b: WaitB
  @Injected var c: WaitC
}
private final class WaitB: AlchemicAware {
  @Injected var a: WaitA
  @Injected var c: WaitC
}
private final class WaitC { init(a: WaitA, b: WaitB) {} }

private final class EndlessA: AlchemicAware { @Injected var b: EndlessB }
private final class EndlessB: AlchemicAware { @Injected var a: EndlessA }

@Suite(.ownThreads) struct CycleTests {
  @Test("I9: cycles through properties keep identity, self reference too")
  func identity() throws {
    try Alchemic.withModel { model in
      model.register(A.init)
      model.register(B.init)
    } operation: { () throws in
      let a: A = try AcGet()
      #expect(a.b.a === a)
      #expect(a.myself === a)
      #expect(a.b.a.b === a.b)
    }
  }

  @Test("I9: cycles of hosts that are injected as a whole keep identity")
  func awareIdentity() throws {
    try Alchemic.withModel { model in
      model.register(AwareA.init)
      model.register(AwareB.init)
    } operation: { () throws in
      let a: AwareA = try AcGet()
      #expect(a.b.a === a)
      #expect(try a.b === (AcGet() as AwareB))
    }
  }

  @Test("I9: a web of four keeps identity")
  func web() throws {
    try Alchemic.withModel { model in
      model.register(WebA.init)
      model.register(WebB.init)
      model.register(WebC.init)
      model.register(WebD.init)
    } operation: { () throws in
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
    try Alchemic.withModel { model in
      model.register(Top.init)
      model.register(Left.init)
      model.register(Right.init)
      model.register(Bottom.init)
    } operation: { () throws in
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
           needed by   EagerC — \(file):\(line + 2)
                       EagerB — \(file):\(line + 1)
                       EagerA — \(file):\(line)
           → turn argument 1 of 'EagerA' (EagerB) into an @Injected property: properties are filled after the objects exist
        """
      ])
  }

  @Test("I10: one property on the loop makes it legal")
  func oneProperty() throws {
    try Alchemic.withModel { model in
      model.register(HalfA.init)
      model.register(HalfB.init)
    } operation: { () throws in
      let a: HalfA = try AcGet()
      #expect(a.b.a === a)
    }
  }

  @Test(
    "I10, I7: a property of a host with hooks waits for an object that is made with the host",
    arguments: [true, false])
  func postponedInjection(asTemplate: Bool) throws {
    let model = try makeModel { model in
      model.register(LoopX.init)
      if asTemplate { model.register(LoopT.init, AcTemplate()) } else { model.register(LoopT.init) }
      model.register(Leaf.init)
    }
    let x = try model.get(LoopX.self)
    #expect(x.t.x === x)
    #expect(x.t.log.entries == ["first", "x", "all"])
  }

  @Test("I7, R6: a host that waited for an object whose creation failed is injected later")
  func postponedForNothing() throws {
    struct Broken: Error {}
    final class Needy: AlchemicAware {
      @Injected var part: Part
      let log = Log<String>()
      func didInjectDependencies() { log.add("all") }
    }
    final class Part {
      let needy: Needy
      init(_ needy: Needy) { self.needy = needy }
    }
    let tries = Counter()
    let model = try makeModel { model in
      model.register(Needy.init)
      model.register { (needy: Needy) throws -> Part in
        tries.increment()
        if tries.value == 1 { throw Broken() }
        return Part(needy)
      }
    }
    try CurrentModel.withModel(model) { () throws in
      #expect(problems { _ = try AcGet() as Part }.map(\.id) == [.creationFailed])
      let part: Part = try AcGet()
      #expect(part.needy.part === part)
      #expect(part.needy.log.entries == ["all"])
    }
  }

  @Test("I7, M6: a host that waited for an object that is nil gets nil")
  func postponedForNil() throws {
    final class Needy: AlchemicAware {
      @Injected var part: Leaf?
      let log = Log<String>()
      func didInjectDependencies() { log.add("all") }
    }
    let model = try makeModel { model in
      model.register(Needy.init)
      model.register(AcNillable()) { (needy: Needy) -> Leaf? in nil }
    }
    #expect(try model.get(Leaf?.self) == nil)
    #expect(try model.get(Needy.self).log.entries == ["all"])
  }

  @Test("I7, R6: if a host that waited cannot be injected, both fail, and later both succeed")
  func postponedAndFailing() throws {
    final class Needy: AlchemicAware {
      @Injected var part: Leaf?
      @Injected var number: Int
      let log = Log<String>()
      func didInjectDependencies() { log.add("all") }
    }
    struct Broken: Error {}
    let tries = Counter()
    for makesNil in [true, false] {
      let before = tries.value
      let model = try makeModel { model in
        model.register(Needy.init, AcTemplate())
        model.register(AcNillable(), AcLazy()) { (_: Needy, _: Needy) -> Leaf? in
          makesNil ? nil : Leaf()
        }
        model.register(AcLazy()) { () throws -> Int in
          tries.increment()
          if tries.value == before + 1 { throw Broken() }
          return 1
        }
      }
      #expect(problems { _ = try model.get(Leaf?.self) }.map(\.id) == [.creationFailed])
      #expect(try (model.get(Leaf?.self) == nil) == makesNil)
      #expect(try model.get(Needy.self).log.entries == ["all"])
      #expect(tries.value == before + 2)
    }
  }

  @Test("E3: an error that is stored and thrown again later is an error like any other")
  func staleError() throws {
    final class Outer { init(_ host: Host) {} }
    final class Host: AlchemicAware { @Injected var inner: Inner }
    final class Inner {}
    let kept = Log<AlchemicError>()
    let model = try makeModel { model in
      model.register(Outer.init)
      model.register(Host.init, AcTemplate())
      model.register { () throws -> Inner in
        if let error = kept.entries.first { throw error }
        do { _ = try AcGet() as Outer } catch let error as AlchemicError {
          kept.add(error)
          throw error
        }
        return Inner()
      }
    }
    try CurrentModel.withModel(model) { () throws in
      _ = problems { _ = try AcGet() as Outer }
      #expect(kept.entries.count == 1)
      #expect(problems { _ = try AcGet() as Host }.map(\.id) == [.cycle])
    }
  }

  @Test("I10: a template on a loop through a singleton is legal")
  func templateBesideSingleton() throws {
    final class Template: AlchemicAware { @Injected var single: Single }
    final class Single: AlchemicAware { @Injected var template: Template }
    final class First: AlchemicAware { @Injected var template: Template }
    try Alchemic.withModel { model in
      model.register(First.init)
      model.register(Single.init)
      model.register(Template.init, AcTemplate())
    } operation: { () throws in
      #expect(try (AcGet() as First).template.single === (AcGet() as Single))
    }
  }

  @Test("I10, I12: threads that meet in a legal web all get their objects")
  func webAcrossThreads() throws {
    for _ in 0..<100 {
      let model = try makeModel { model in
        model.register(WaitA.init)
        model.register(WaitB.init)
        model.register(WaitC.init)
      }
      let found = Log<String>()
      onThreads(3) { thread in
        problems {
          switch thread {
          case 0: _ = try model.get(WaitA.self)
          case 1: _ = try model.get(WaitB.self)
          default: _ = try model.get(WaitC.self)
          }
        }.forEach { found.add($0.description) }
      }
      #expect(found.entries == [])
    }
  }

  @Test("I10: templates that inject each other without end are an error at once")
  func endlessPair() throws {
    let model = try makeModel { model in
      model.register(EndlessA.init, AcTemplate())
      model.register(EndlessB.init, AcTemplate())
    }
    let found = problems { _ = try model.get(EndlessA.self) }
    #expect(found.map(\.id) == [.cycle])
    #expect(
      found[0].path.map(\.subject) == [
        "EndlessB.a", "EndlessB", "EndlessA.b", "EndlessA",
      ])
  }

  @Test("I10: a template whose function requests another one without end is an error")
  func endlessFunction() throws {
    let made = Counter()
    try Alchemic.withModel {
      $0.register(AcTemplate()) { () throws -> Leaf in
        made.increment()
        return try AcGet()
      }
    } operation: { () throws in
      let found = problems { _ = try AcGet() as Leaf }
      #expect(found.map(\.id) == [.cycle])
      #expect(found[0].description.contains("Each new 'Leaf' needs another one, without end."))
      // A few nested requests of a template for itself are no error.
      #expect((50..<200).contains(made.value))
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
