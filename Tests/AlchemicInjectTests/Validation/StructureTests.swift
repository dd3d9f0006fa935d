#if Invoking
import Alchemic
import AlchemicTestSupport
import Testing

private protocol Till: AnyObject {}
private final class CashTill: Till {}
private protocol Clock: AnyObject {}

private struct Inner { @Injected var till: any Till }
private struct Services {
  @Injected var clock: (any Clock)?
  let inner = Inner()
}
private final class Shop: Sendable { nonisolated(unsafe) let services = Services() }
private final class NamedShop: AlchemicAware {
  private struct Named { @Injected(AcName("tlil")) var till: any Till }
  private let named = Named()
  var till: any Till { named.till }
}
private struct Value { @Injected var till: any Till }
private struct NamedValue {
  @Injected(AcName("tlil")) var till: any Till
  let inner = Inner()
}
private final class Page<Content> {
  struct Parts { @Injected var till: any Till }
  let parts = Parts()
}

@Suite struct StructureTests {
  @Test(
    "V1: properties in structures that a host stores are checked, at any depth, with their path")
  func nested() {
    let found = problems { $0.register(Shop.init) }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found.first?.path.first?.subject == "Shop.services.inner.till")
  }

  @Test("V1, V9: a structure in a wrapper of the program has the path by which it is read")
  func wrapped() {
    @propertyWrapper struct Checked<Value> { var wrappedValue: Value }
    struct Services { @Injected var till: any Till }
    final class Market { @Checked var services = Services() }
    let found = problems { $0.register(Market.init) }
    #expect(found.first?.path.first?.subject == "Market.services.till")
  }

  @Test("V1: a registered structure and a generic class are looked into, too")
  func values() {
    let found = problems { model in
      model.register(Value.init)
      model.register(Page<Int>.init)
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found[0].path.first?.subject == "Value.till")
    #expect(found[0].alsoNeededBy.map(\.subject) == ["Page<Int>.parts.till"])
  }

  @Test("V1: a name in a structure is checked with the first object, also of a host with hooks")
  func names() throws {
    let found = problems {
      try withStartedModel { model in
        model.register { CashTill() as any Till }
        model.register(NamedShop.init)
      } _: {
      }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found.first?.path.first?.subject == "NamedShop.named.till")
    #expect(found.first?.path.first?.location != nil)
  }

  @Test("V1: a name in a structure is checked with the first value of the structure")
  func namesOfValues() throws {
    func declareTill(_ model: ModelBuilder) { model.register { CashTill() as any Till } }
    func expectProblem(_ found: [Problem]) {
      #expect(found.map(\.id) == [.noMatch])
      #expect(found.first?.path.first?.subject == "NamedValue.till")
      #expect(found.first?.path.first?.location != nil)
    }
    expectProblem(
      problems {
        try withStartedModel { model in
          declareTill(model)
          model.register(NamedValue.init)
        } _: {
        }
      })
    try withStartedModel { model in
      declareTill(model)
      model.register(NamedValue.init, AcTemplate())
      model.register(NamedValue.self, AcReference(), AcFactoryName("given"))
      model.register({ (_: Int) in NamedValue() }, AcArgument(), options: AcFactoryName("made"))
    } _: {
      for _ in 1...2 { expectProblem(problems { _ = try AcGet(NamedValue.self) }) }
      expectProblem(problems { _ = try AcGet([NamedValue].self) })
      expectProblem(problems { _ = try AcInvoke(AcName("made"), 3) as NamedValue })
      expectProblem(problems { try AcSet(NamedValue(), AcName("given")) })
    }
  }

  @Test("V1: values of a structure that is right are made, and checked once")
  func rightValues() throws {
    let events = Log<String>()
    try withStartedModel { model in
      model.register(AcFactoryName("tlil")) { CashTill() as any Till }
      model.register(NamedValue.init, AcTemplate())
      model.register { (value: NamedValue) in
        events.add("made")
        return [value]
      }
    } _: {
      let values = [try AcGet(NamedValue.self), try AcGet(NamedValue.self)]
      #expect(values.allSatisfy { $0.till is CashTill && $0.inner.till === $0.till })
      #expect(try AcGet([NamedValue].self).count == 1)
    }
    #expect(events.entries == ["made"])
  }

  @Test("V1: a host with hooks whose structure is right is made, and checked once")
  func rightNames() throws {
    try withStartedModel { model in
      model.register(AcFactoryName("tlil")) { CashTill() as any Till }
      model.register(NamedShop.init, AcTemplate())
    } _: {
      let shops = [try AcGet(NamedShop.self), try AcGet(NamedShop.self)]
      #expect(shops.allSatisfy { $0.till is CashTill })
    }
  }

  @Test("V1: properties in structures are resolved when they are read")
  func resolved() throws {
    try withStartedModel { model in
      model.register { CashTill() as any Till }
      model.register(Shop.init)
    } _: {
      let shop: Shop = try AcGet()
      #expect(shop.services.inner.till is CashTill && shop.services.clock == nil)
    }
  }

  @Test("V1: the report names the registrations that hide the class of their objects")
  func hidden() throws {
    let report = try makeModel { model in
      model.register { CashTill() as any Till }
      model.register(Shop.init)
    }.report
    #expect(report.hidden.map(\.name) == ["Till"])
    #expect(
      report.description == """
        The model is sound: 2 factories, 2 properties, none left to the first injection.
        Names in properties are checked with the first object of each host.
        Not looked into, because 1 registration hides the class: 'Till'.
        """)
  }

  @Test("V1: the report shows the first of many such registrations")
  func manyHidden() throws {
    let report = try makeModel { model in
      for number in 1...7 {
        model.register(AcFactoryName("till \(number)")) { CashTill() as any Till }
      }
    }.report
    #expect(report.description.hasSuffix("'till 4', 'till 5' …."))
    #expect(report.description.contains("because 7 registrations hide the class: 'till 1'"))
  }
}
#endif
