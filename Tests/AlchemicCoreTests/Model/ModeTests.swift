import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Service: AnyObject { var name: String { get } }

private final class Real: Service {
  let name = "real"
}

private final class Fake: Service {
  let name = "fake"
}

private final class OtherFake: Service {
  let name = "other fake"
}

@Suite struct ModeTests {
  @Test("M1: a singleton is made at start, once")
  func singleton() throws {
    let made = Counter()
    try withStartedModel { model in
      model.register {
        made.increment(); return Real()
      }
    } _: { () throws in
      #expect(made.value == 1)
      let first: Real = try AcGet()
      #expect(try first === (AcGet() as Real))
      #expect(made.value == 1)
    }
  }

  private final class Shop {
    init(_ service: any Service) {}
  }

  private final class Host {
    @Injected var service: any Service
    init() {}
  }

  private final class Auditor {
    init(_ real: Real) {}
  }

  @Test("M1: a singleton that loses to a primary in every need is created on request, not at start")
  func replaced() throws {
    for user in [0, 1, 2] {
      let (made, faked) = (Counter(), Counter())
      try withStartedModel { model in
        model.register {
          made.increment()
          return Real()
        }
        model.register(AcPrimary()) {
          faked.increment()
          return Fake()
        }
        switch user {
        case 0: model.register(Shop.init)
        case 1: model.register(Host.init)
        default: model.register(Shop.init, AcTemplate())
        }
      } _: { () throws in
        #expect(made.value == 0 && faked.value == 1)
        #expect(try AcGet((any Service).self).name == "fake")
        #expect(try AcGet(Real.self).name == "real" && made.value == 1)
      }
    }
  }

  @Test("M1: a real service that fails does not disturb a test that replaces it")
  func failingReplaced() throws {
    struct NoConnection: Error {}
    try Alchemic.withModel { model in
      model.register { () throws -> Real in throw NoConnection() }
      model.register(AcPrimary()) { Fake() }
      model.register(Shop.init)
    } operation: { () throws in
      #expect(problems { _ = try AcGet(Real.self) }.map(\.id) == [.creationFailed])
    }
  }

  @Test("M1: a singleton that one need chooses, or that no need fits, is created at start")
  func stillChosen() throws {
    for user in [0, 1, 2] {
      let made = Counter()
      try withStartedModel { model in
        model.register(AcFactoryName("real")) {
          made.increment()
          return Real()
        }
        model.register(AcPrimary()) { Fake() }
        if user > 0 { model.register(Shop.init) }
        if user == 1 { model.register(Auditor.init) }
        if user == 2 { model.register(Auditor.init, AcName("real")) }
      } _: { () throws in
        #expect(made.value == 1)
      }
    }
  }

  @Test("M2: a template is made for every request, and not at start")
  func template() throws {
    let made = Counter()
    try Alchemic.withModel { model in
      model.register(AcTemplate()) {
        made.increment(); return Real()
      }
    } operation: { () throws in
      #expect(made.value == 0)
      let first: Real = try AcGet()
      let second: Real = try AcGet()
      #expect(first !== second)
      #expect(made.value == 2)
    }
  }

  @Test("M2: the model does not retain the product of a template")
  func templateIsNotKept() throws {
    try Alchemic.withModel { model in
      model.register(AcTemplate()) { Real() }
    } operation: { () throws in
      weak var object: Real?
      do { object = try AcGet() as Real }
      #expect(object == nil)
    }
  }

  @Test("M3: reading an unset reference is an error that names it; AcSet gives it its object")
  func reference() throws {
    try Alchemic.withModel { model in
      model.register(Real.self, AcReference(), AcFactoryName("real one"))
    } operation: { () throws in
      let found = problems { _ = try AcGet() as Real }
      #expect(found.map(\.id) == [.unsetReference])
      #expect(found[0].description.contains("The reference 'real one' was read before AcSet."))
      let real = Real()
      try AcSet(real)
      #expect(try real === (AcGet() as Real))
    }
  }

  @Test("M3, L1: a singleton that waits for references is listed once, and created with the last")
  func waitsForSeveral() throws {
    let model = try makeModel { model in
      model.register(Int.self, AcReference())
      model.register(String.self, AcReference())
      model.register { (number: Int, text: String) in [text: number] }
    }
    #expect(try model.createSingletons().waiting.count == 1)
    try CurrentModel.withModel(model) { () throws in
      try AcSet(1)
      #expect(problems { _ = try AcGet() as [String: Int] }.map(\.id) == [.unsetReference])
      try AcSet("one")
      #expect(try AcGet() == ["one": 1])
    }
  }

  @Test("M3: an unset nillable reference returns nil")
  func nillableReference() throws {
    try Alchemic.withModel { model in
      model.register(Real.self, AcReference(), AcNillable())
    } operation: { () throws in
      #expect(try (AcGet() as Real?) == nil)
      #expect(problems { _ = try AcGet() as Real }.map(\.id) == [.unexpectedNil])
      try AcSet(Real())
      #expect(try (AcGet() as Real?) != nil)
    }
  }

  @Test("M4: a primary replaces a service, for a single target and for arrays")
  func primary() throws {
    try Alchemic.withModel { model in
      model.register(Real.init)
      model.register(AcPrimary()) { Fake() as any Service }
    } operation: { () throws in
      #expect(try (AcGet() as any Service).name == "fake")
      #expect(try (AcGet() as [any Service]).map(\.name) == ["fake"])
      #expect(try (AcGet() as Real).name == "real")
    }
  }

  @Test("M4: a search by name ignores primaries")
  func nameIgnoresPrimary() throws {
    try Alchemic.withModel { model in
      model.register(Real.init, AcFactoryName("real"))
      model.register(Fake.init, AcPrimary())
    } operation: { () throws in
      #expect(try (AcGet(AcName("real")) as any Service).name == "real")
    }
  }

  @Test("M4: several primaries are an error for a single target; an array has all of them")
  func severalPrimaries() throws {
    try Alchemic.withModel { model in
      model.register(Real.init)
      model.register(Fake.init, AcPrimary())
      model.register(OtherFake.init, AcPrimary())
    } operation: { () throws in
      let found = problems { _ = try AcGet() as any Service }
      #expect(found.map(\.id) == [.severalMatches])
      #expect(found[0].candidates.map(\.name) == ["Fake", "OtherFake"])
      #expect(try (AcGet() as [any Service]).map(\.name) == ["fake", "other fake"])
    }
  }

  @Test("M4: AcSet applies primaries")
  func setAppliesPrimary() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("first")) { Real() as any Service }
      model.register(AcFactoryName("second"), AcPrimary()) { Fake() as any Service }
    } operation: { () throws in
      let other = OtherFake()
      try AcSet(other as any Service)
      #expect(try (AcGet(AcName("second")) as any Service) === other)
      #expect(try (AcGet(AcName("first")) as any Service).name == "real")
    }
  }

  @Test("R6: a creation that throws stores nothing, and the next request tries again")
  func failedCreation() throws {
    struct Broken: Error {}
    let tries = Counter()
    let model = try makeModel { model in
      model.register(AcFactoryName("late")) {
        tries.increment()
        if tries.value == 1 { throw Broken() }
        return Real()
      }
    }
    let found = problems { _ = try model.get(Real.self) }
    #expect(found.map(\.id) == [.creationFailed])
    #expect(found[0].underlyingError is Broken)
    #expect(try model.get(Real.self).name == "real")
    #expect(tries.value == 2)
  }
}
