#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Account: AnyObject {}
private protocol Insured: AnyObject {}
private protocol PremiumAccount: Account {}
private protocol Priced { var price: Int { get } }
private protocol Parametric<Element> { associatedtype Element }

private class Card: Account {}
private final class Amex: Card, Insured {}
private final class Visa: Card {}
private final class Gold: PremiumAccount {}
private struct Coin: Priced { let price = 1 }
private struct IntBox: Parametric { typealias Element = Int }

@Suite struct SearchTests {
  @Test("S1: a request for a class finds the class and its subclasses")
  func classes() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(Visa.init)
      model.register(Gold.init)
    } operation: { () throws in
      #expect(try (AcGet() as [Card]).count == 2)
      #expect(try (AcGet() as Amex) === (AcGet() as [Card])[0])
    }
  }

  @Test("S1: a protocol finds all conforming types, also by superclasses and inherited protocols")
  func protocols() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(Gold.init)
      model.register { Coin() }
    } operation: { () throws in
      #expect(try (AcGet() as [any Account]).count == 2)
      #expect(try (AcGet() as any PremiumAccount) is Gold)
      #expect(try (AcGet() as any Priced).price == 1)
    }
  }

  @Test("S1: compositions need all of their parts")
  func compositions() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(Visa.init)
    } operation: { () throws in
      #expect(try (AcGet() as any Account & Insured) is Amex)
      #expect(try (AcGet() as any Card & Insured) is Amex)
    }
  }

  @Test("S1: a factory declared as a protocol is found by the protocols that it inherits")
  func existentialProducts() throws {
    try Alchemic.withModel { model in
      model.register { Gold() as any PremiumAccount }
    } operation: { () throws in
      #expect(try (AcGet() as any PremiumAccount) === (AcGet() as any Account))
      #expect(try (AcGet() as (any Insured)?) == nil)
      #expect(problems { _ = try AcGet() as Gold }.map(\.id) == [.noMatch])
    }
  }

  @Test("S1: an optional may be nil, an array has all matches, values and closures match exactly")
  func shapes() throws {
    try Alchemic.withModel { model in
      model.register { 5 }
      model.register { { 6 } as () -> Int }
      model.register { IntBox() as any Parametric<Int> }
    } operation: { () throws in
      #expect(try (AcGet() as Int?) == 5)
      #expect(try (AcGet() as Int8?) == nil)
      #expect(try (AcGet() as [Int]) == [5])
      #expect(try (AcGet() as () -> Int)() == 6)
      #expect(try (AcGet() as any Parametric<Int>) is IntBox)
      #expect(try (AcGet() as [Int]?) == [5])
    }
  }

  @Test("S2: criteria narrow a general target")
  func criteria() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(Visa.init, AcFactoryName("visa"))
    } operation: { () throws in
      #expect(try (AcGet(AcClass(Amex.self)) as any Account) is Amex)
      #expect(try (AcGet(AcProtocol((any Insured).self)) as any Account) is Amex)
      #expect(try (AcGet(AcName("visa")) as any Account) is Visa)
      #expect(
        try (AcGet(AcClass(Card.self), AcProtocol((any Insured).self)) as any Account) is Amex)
    }
  }

  @Test("S2: a name excludes other criteria, and a class is given at most once")
  func wrongCriteria() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
    } operation: { () throws in
      let withName = problems {
        _ = try AcGet(AcName("Amex"), AcClass(Amex.self)) as Amex
      }
      #expect(withName.map(\.id) == [.wrongCriteria])
      _ = try AcGet(AcClass(Amex.self)) as Amex
      let afterwards = problems { _ = try AcGet(AcClass(Amex.self), AcName("x")) as Amex }
      #expect(afterwards.map(\.id) == [.wrongCriteria])
      let twoClasses = problems {
        _ = try AcGet(AcClass(Amex.self), AcClass(Visa.self)) as any Account
      }
      #expect(twoClasses.map(\.id) == [.wrongCriteria])
      #expect(
        twoClasses[0].description.contains(".ofClass(Amex.self), .ofClass(Visa.self)"))
      let noProtocol = problems { _ = try AcGet(AcProtocol(Card.self)) as any Account }
      #expect(noProtocol.map(\.id) == [.wrongCriteria])
      #expect(noProtocol[0].description.contains(".conforming(Card.self)"))
      let noMatch = problems { _ = try AcGet(AcProtocol((any Parametric<Int>).self)) as Card }
      #expect(noMatch.map(\.id) == [.noMatch])
      #expect(noMatch[0].detail.hasPrefix(".conforming((any Parametric<"))
    }
  }

  @Test("S3: a factory that criteria find must fit the requested type")
  func wrongType() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(AcFactoryName("text")) { "text" }
    } operation: { () throws in
      let byName = problems { _ = try AcGet(AcName("text")) as Int }
      #expect(byName.map(\.id) == [.wrongType])
      #expect(
        byName[0].description.contains(
          """
          'text' produces 'String', which meets .named("text"), but does not fit the type 'Int'.
          """))
      let byClass = problems { _ = try AcGet(AcClass(Amex.self)) as Visa }
      #expect(byClass.map(\.id) == [.wrongType])
      #expect(
        byClass[0].description.contains(
          "'Amex' meets .ofClass(Amex.self), but does not fit the type 'Visa'."))
    }
  }

  @Test("S2: a factory of another type is no candidate, and turns neither nil nor [] into an error")
  func unrelated() throws {
    try Alchemic.withModel { model in
      model.register(Visa.init)
      model.register(IntBox.init)
      model.register(AcFactoryName("text")) { "text" }
    } operation: { () throws in
      #expect(try AcGet((any Account)?.self, AcProtocol((any Parametric).self)) == nil)
      #expect(try AcGet([any Account].self, AcProtocol((any Parametric).self)).isEmpty)
      #expect(try AcGet(Amex?.self, AcClass(Visa.self)) == nil)
      #expect(try AcGet(Int?.self, AcName("text")) == nil)
      #expect(try AcGet([Int].self, AcName("text")).isEmpty)
      #expect(try AcGet(String?.self, AcName("text")) == "text")
    }
  }

  private struct Buyer {
    let amex: Amex?
    let cards: [any Account]
  }

  @Test("S2: a factory of another type is no candidate for an argument")
  func unrelatedArgument() throws {
    let model = try makeModel { model in
      model.register(Visa.init)
      model.register(Buyer.init, AcClass(Visa.self), AcProtocol((any Insured).self))
    }
    let buyer: Buyer = try model.get()
    #expect(buyer.amex == nil && buyer.cards.isEmpty)
  }

  @Test("S4: arrays of optionals and of arrays are found by that very type, or are an error")
  func nestedArrays() throws {
    try Alchemic.withModel { model in
      model.register(Amex.init)
    } operation: { () throws in
      let optionals = problems { _ = try AcGet() as [Amex?] }
      #expect(optionals.map(\.id) == [.noMatch])
      #expect(optionals[0].description.contains("Nothing produces '[Amex?]'."))
      #expect(optionals[0].description.contains("request [Amex], which contains all of them"))
      let arrays = problems { _ = try AcGet() as [[any Account]] }
      #expect(arrays.map(\.id) == [.noMatch])
      #expect(arrays[0].description.contains("request [Account], which contains all of them"))
      #expect(problems { _ = try AcGet() as [Amex?]? }.map(\.id) == [.noMatch])
    }
    try Alchemic.withModel { model in
      model.register { [Optional(1), nil] }
      model.register { [["a"], ["b", "c"]] }
    } operation: { () throws in
      #expect(try AcGet() as [Int?] == [1, nil])
      #expect(try AcGet() as [[String]] == [["a"], ["b", "c"]])
    }
  }

  private final class Nested: AlchemicAware {
    @InjectedArray var cards: [Visa?]
    init() {}
  }

  private final class Unnamed: AlchemicAware {
    @Injected var text: String
    init() {}
  }

  private final class AlsoUnnamed: AlchemicAware {
    @Injected var text: String
    init() {}
  }

  @Test("S4, M7: a start reports all such properties together")
  func allAtStart() throws {
    let found = problems {
      try withStartedModel { model in
        model.register(AcFactoryName("text")) { "text" }
        model.register(Unnamed.init)
        model.register(Nested.init)
        model.register(AlsoUnnamed.init)
      } _: {
      }
    }
    #expect(found.map(\.id) == [.noMatch, .noMatch])
    #expect(found.compactMap(\.path.first?.subject) == ["Unnamed.text", "Nested.cards"])
    #expect(found[0].alsoNeededBy.map(\.subject) == ["AlsoUnnamed.text"])
  }

  @Test("M7: a value with a name is found by that name only, and the message says so")
  func namedValues() throws {
    struct Client { let host: String }
    let found = problems {
      _ = try makeModel {
        $0.register(AcFactoryName("base currency")) { "EUR" }
        $0.register(Client.init)
      }
    }
    #expect(found.map(\.id) == [.noMatch])
    let text = found.first?.description ?? ""
    #expect(text.contains("Nothing without a name or a qualifier produces 'String'."))
    #expect(text.contains(#"request it with .named("base currency")"#))
    try Alchemic.withModel { model in
      model.register(AcFactoryName("base currency")) { "EUR" }
      model.register(Visa.init, AcFactoryName("visa"))
      model.register(AcFactoryName("rule")) { IntBox() }
      model.register { 7 }
    } operation: { () throws in
      #expect(try AcGet(String?.self) == nil)
      #expect(try AcGet(String.self, AcName("base currency")) == "EUR")
      // Nothing is confused where all are asked for.
      #expect(try AcGet([String].self) == ["EUR"])
      // Objects are found by their type as well, and so is a value without a name.
      #expect(try AcGet(Visa.self) === AcGet(Visa.self, AcName("visa")))
      #expect(try AcGet(Int.self) == 7)
      #expect(problems { try AcSet("USD") }.map(\.id) == [.notSettable])
      try AcSet("USD", AcName("base currency"))
      #expect(try AcGet(String.self, AcName("base currency")) == "USD")
    }
  }

  @Test("S4: without a match an optional is nil, an array is empty, any other request is an error")
  func noMatch() throws {
    try Alchemic.withModel { model in
      model.register(Visa.init, AcFactoryName("everyday card"))
    } operation: { () throws in
      #expect(try (AcGet() as Amex?) == nil)
      #expect(try (AcGet() as [Amex]).isEmpty)
      #expect(problems { _ = try AcGet() as Amex }.map(\.id) == [.noMatch])
    }
  }

  @Test("S4: the message suggests the nearest names, and the other factories of the type")
  func suggests() throws {
    try Alchemic.withModel { model in
      model.register(Visa.init, AcFactoryName("everyday card"))
      model.register(Amex.init, AcFactoryName("travel card"))
    } operation: { () throws in
      let line = #line + 1
      let found = problems { _ = try AcGet(AcName("evryday card")) as any Account }
      #expect(
        found[0].description.hasPrefix(
          """
          [no-match] Nothing produces 'Account' with .named("evryday card").
             needed by   AcGet — AlchemicCoreTests/SearchTests.swift:\(line)
             did you mean 'everyday card' (Visa) — AlchemicCoreTests/SearchTests.swift:\(line - 4)
             there is 'travel card' (Amex) — AlchemicCoreTests/SearchTests.swift:\(line - 3)
          """))
      #expect(found[0].candidates.map(\.name) == ["everyday card", "travel card"])
    }
  }

  @Test("S4: the name of a short type suggests nothing, because it resembles every short name")
  func shortNames() throws {
    try Alchemic.withModel {
      $0.register(AcFactoryName("Ink")) { UInt8(1) }
    } operation: { () throws in
      let byType = problems { _ = try AcGet() as Int }
      #expect(byType.map(\.id) == [.noMatch])
      #expect(byType[0].candidates.isEmpty)
      let byName = problems { _ = try AcGet(AcName("Inc")) as UInt8 }
      #expect(byName[0].candidates.map(\.name) == ["Ink"])
    }
  }

  @Test("S5: several matches for a single target are listed with their locations and a remedy")
  func severalMatches() throws {
    let line = #line + 2
    try Alchemic.withModel { model in
      model.register(Amex.init)
      model.register(Visa.init)
    } operation: { () throws in
      let found = problems { _ = try AcGet() as Card }
      let file = "AlchemicCoreTests/SearchTests.swift"
      #expect(
        found[0].description == """
          [several-matches] Expected 1 factory for 'Card', found 2.
             needed by   AcGet — \(file):\(line + 3)
             • 'Amex' — \(file):\(line)
             • 'Visa' — \(file):\(line + 1)
             → mark one with .primary, request one with .named(…) or .qualified(…), or request an array
          """)
    }
  }

  @Test("I3: arrays are ordered by AcOrder, then by declaration; arrays of one factory stay whole")
  func arrays() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("c")) { "c" }
      model.register(AcFactoryName("b"), AcOrder(2)) { "b" }
      model.register(AcFactoryName("d")) { "d" }
      model.register(AcFactoryName("a"), AcOrder(-1)) { "a" }
      model.register(AcFactoryName("words")) { ["x", "y"] }
    } operation: { () throws in
      #expect(try (AcGet() as [String]) == ["a", "b", "c", "d"])
      #expect(try (AcGet(AcName("words")) as [String]) == ["x", "y"])
      #expect(try (AcGet() as [[String]]) == [["x", "y"]])
    }
  }
}
#endif
