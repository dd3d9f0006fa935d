import AlchemicInject
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Store: AnyObject { var name: String { get } }
private final class Memory: Store {
  let name: String
  init(_ name: String) { self.name = name }
}
private final class Disk: Store {
  let name = "disk"
}
private final class Host: AlchemicAware {
  @Injected var store: any Store
  let log = Log<String>()
  func didInject(variable: String) { log.add(variable) }
}

@Suite struct GetAndSetTests {
  @Test("G1: AcGet by type, class, protocol and name, as one, optional or array")
  func get() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("memory")) { Memory("memory") }
      model.register(Disk.init, AcFactoryName("disk"))
    } operation: { () throws in
      #expect(try (AcGet() as Memory).name == "memory")
      #expect(try AcGet(Disk.self).name == "disk")
      #expect(try (AcGet(AcClass(Disk.self)) as any Store).name == "disk")
      #expect(try (AcGet(AcName("memory")) as any Store).name == "memory")
      #expect(try (AcGet((any Store)?.self, AcName("memory")))?.name == "memory")
      #expect(try (AcGet((any Store)?.self, AcName("none"))) == nil)
      #expect(try AcGet([any Store].self).map(\.name) == ["memory", "disk"])
    }
  }

  @Test("G1: AcGet before the start is a lifecycle error with its location", .alchemicMain)
  func getBeforeStart() throws {
    let line = #line + 1
    let found = problems { _ = try AcGet() as Memory }
    #expect(
      found.map(\.description) == [
        """
        [not-started] AcGet was used before Alchemic.start().
           needed by   AcGet — AlchemicInjectTests/GetAndSetTests.swift:\(line)
           → start first, or wrap the call in AcWhenReady { … }; in a test, add the trait \
        .alchemic { … }; in a detached task of a test, use here.run { … }, with let here = \
        Alchemic.capture() before it
        """
      ])
  }

  @Test("G1: AcGet of an unset nillable reference returns nil")
  func getNil() throws {
    try Alchemic.withModel {
      $0.register(Memory.self, AcReference(), AcNillable())
    } operation: { () throws in
      #expect(try (AcGet() as Memory?) == nil)
    }
  }

  @Test("G2: AcSet stores in the one factory of the object's type, and injects the object first")
  func set() throws {
    try Alchemic.withModel { model in
      model.register(Disk.init)
      model.register(Host.self, AcReference())
    } operation: { () throws in
      let host = Host()
      try AcSet(host)
      #expect(host.log.entries == ["store"])
      #expect(try (AcGet() as Host) === host)
    }
  }

  @Test("G2: AcSet replaces a singleton, also one whose type is a protocol")
  func setSingleton() throws {
    try Alchemic.withModel { model in
      model.register { Memory("first") }
      model.register(AcFactoryName("store")) { Disk() as any Store }
    } operation: { () throws in
      try AcSet(Memory("second"))
      #expect(try (AcGet() as Memory).name == "second")
      try AcSet(Memory("third") as any Store, AcName("store"))
      #expect(try (AcGet(AcName("store")) as any Store).name == "third")
      #expect(try (AcGet() as Memory).name == "second")
    }
  }

  @Test("G2: AcSet finds a factory that is declared as a protocol of the object")
  func setByDynamicType() throws {
    try Alchemic.withModel {
      $0.register((any Store).self, AcReference())
    } operation: { () throws in
      try AcSet(Disk())
      #expect(try (AcGet() as any Store).name == "disk")
    }
  }

  @Test("G2: several settable factories are an error with their count and names")
  func setSeveral() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("a")) { Memory("a") }
      model.register(AcFactoryName("b")) { Memory("b") }
    } operation: { () throws in
      let found = problems { try AcSet(Memory("c")) }
      #expect(found.map(\.id) == [.notSettable])
      #expect(
        found[0].description.contains(
          "AcSet needs 1 factory for 'Memory', found 2."))
      #expect(found[0].candidates.map(\.name) == ["a", "b"])
      try AcSet(Memory("c"), AcName("b"))
      #expect(try (AcGet(AcName("b")) as Memory).name == "c")
    }
  }

  #if Suggestions
  @Test("G2: neither templates nor types without a factory can be set")
  func setNothing() throws {
    try withStartedModel {
      $0.register(AcTemplate()) { Memory("template") }
    } _: { () throws in
      #expect(problems { try AcSet(Memory("x")) }.map(\.id) == [.notSettable])
      #expect(problems { try AcSet(5) }.map(\.id) == [.notSettable])
      let byProtocol = problems { try AcSet(5, AcProtocol((any Error).self)) }
      #expect(byProtocol.map(\.id) == [.notSettable])
      #expect(
        byProtocol[0].description.contains("→ correct the criteria, or register a factory for it"))
      let misspelt = problems { try AcSet(AcNil, AcName("Memori")) }
      #expect(misspelt.map(\.id) == [.noMatch])
      #expect(misspelt[0].candidates.map(\.name) == ["Memory"])
    }
  }
  #endif

  @Test("G2: criteria select the factory, whatever the object's own type")
  func setByCriteria() throws {
    try Alchemic.withModel { model in
      model.register((any Store).self, AcReference(), AcFactoryName("one"))
      model.register((any Store).self, AcReference(), AcFactoryName("two"))
    } operation: { () throws in
      try AcSet(Disk(), AcName("one"))
      #expect(try (AcGet(AcName("one")) as any Store).name == "disk")
      #expect(problems { try AcSet(Disk()) }.map(\.id) == [.notSettable])
    }
  }

  @Test("G2: an object of another type than the named factory's is an error with both types")
  func setWrongType() throws {
    try Alchemic.withModel {
      $0.register(AcFactoryName("store")) { Disk() }
    } operation: { () throws in
      let found = problems { try AcSet(Memory("x") as any Store, AcName("store")) }
      #expect(found.map(\.id) == [.wrongType])
      #expect(found[0].description.contains("'Memory' does not fit the type 'Disk'."))
    }
  }

  @Test("G2: nil can be set on nillable factories only")
  func setNil() throws {
    try Alchemic.withModel { model in
      model.register(AcNillable(), AcFactoryName("may")) { Disk() }
      model.register(AcFactoryName("must")) { Memory("must") }
    } operation: { () throws in
      try AcSet(AcNil, AcName("may"))
      #expect(try (AcGet(AcName("may")) as Disk?) == nil)
      #expect(problems { try AcSet(AcNil, AcName("must")) }.map(\.id) == [.notNillable])
      try AcSet(Disk?.none)
      try AcSet(Disk?.some(Disk()))
      #expect(try (AcGet() as Disk?) != nil)
    }
  }

  @Test(
    "G2: AcSet before the start is queued, and applied in order before singletons", .alchemicMain)
  func setBeforeStart() throws {
    let log = Log<String>()
    try AcSet(Memory("first"), AcName("early"))
    try AcSet(Memory("second"), AcName("early"))
    try Alchemic.start { model in
      model.register(Memory.self, AcReference(), AcFactoryName("early"))
      model.register(AcFactoryName("needs early")) {
        log.add(try (AcGet(AcName("early")) as Memory).name)
        return Disk()
      }
    }
    #expect(log.entries == ["second"])
  }

  @Test("G2: nil of a type finds a factory that is declared as a protocol of that type")
  func setNilByProtocol() throws {
    try Alchemic.withModel {
      $0.register((any Store).self, AcReference(), AcNillable())
    } operation: { () throws in
      try AcSet(Disk())
      #expect(try (AcGet() as (any Store)?) != nil)
      try AcSet(nil as Disk?)
      #expect(try (AcGet() as (any Store)?) == nil)
    }
  }

  @Test("G5: in a task with its own model AcWhenReady runs at once")
  func whenReadyInScope() throws {
    let log = Log<String>()
    try Alchemic.withModel {
      $0.register(Disk.init)
    } operation: { () throws in
      try AcWhenReady { log.add(try AcGet(Disk.self).name) }
      #expect(log.entries == ["disk"])
    }
  }

  @Test(
    "G5: AcWhenReady runs at once when ready, else in order after the singletons", .alchemicMain)
  func whenReady() throws {
    let log = Log<String>()
    AcWhenReady {
      log.add((try? AcGet(AcName("singleton")) as Disk)?.name ?? "none")
      AcWhenReady { log.add("inner") }
      try? AcSet(Disk(), AcName("singleton"))
    }
    AcWhenReady { log.add("second") }
    try Alchemic.start { model in
      model.register(AcFactoryName("singleton")) {
        log.add("made")
        return Disk()
      }
    }
    log.add("started")
    AcWhenReady { log.add("at once") }
    log.add("end")
    #expect(log.entries == ["made", "disk", "second", "inner", "started", "at once", "end"])
  }
}
