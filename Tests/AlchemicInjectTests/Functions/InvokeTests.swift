#if Invoking
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Clock: Sendable {}

private final class Page: AlchemicAware {
  @Injected var clock: Clock
  let title: String
  let number: UInt
  let note: String?
  var isInjected = false

  init(title: String, number: UInt, note: String?) {
    (self.title, self.number, self.note) = (title, number, note)
  }
  func didInjectDependencies() { isInjected = true }
}

private final class Book {
  func page(title: String, number: Int) -> String { "\(title) \(number)" }
}

@Suite struct InvokeTests {
  private func configure(_ model: ModelBuilder) {
    model.register(Clock.init)
    model.declare(Page.self) { of in
      AcRegister(of, AcFactoryName("page"))
      AcInitializer(
        of, Page.init(title:number:note:), AcString("default"), AcUInt(1), AcValue("a note"))
    }
    model.declare(Book.self) { of in
      AcInitializer(of, Book.init)
      AcMethod(
        of, Book.page(title:number:), AcString("default"), AcInt(7),
        options: AcFactoryName("text"))
    }
    model.register(Double.self, AcReference(), AcFactoryName("given"))
  }

  @Test("G4: AcInvoke calls an initializer with arguments; the result is injected, not stored")
  func initializer() throws {
    try Alchemic.withModel(configure) { () throws in
      let page: Page = try AcInvoke(AcName("page"), "mine", 5 as UInt, nil)
      #expect(page.title == "mine" && page.number == 5 && page.note == nil)
      #expect(page.isInjected)
      let kept: Page = try AcGet()
      #expect(kept !== page)
      #expect(kept.title == "default")
    }
  }

  @Test("G4: arguments that are left out at the end come from the declared sources")
  func trailing() throws {
    try Alchemic.withModel(configure) { () throws in
      let one: Page = try AcInvoke(AcName("page"), "mine")
      #expect(one.title == "mine" && one.number == 1 && one.note == "a note")
      let none: Page = try AcInvoke(AcClass(Page.self))
      #expect(none.title == "default")
      #expect(try none !== (AcGet() as Page))
      let optional: Page = try AcInvoke(AcName("page"), "mine", 5 as UInt, "given")
      #expect(optional.note == "given")
    }
  }

  @Test("G4: AcInvoke calls a method, on the object of its class")
  func method() throws {
    try Alchemic.withModel(configure) { () throws in
      #expect(try AcInvoke(AcName("text"), "mine") == "mine 7")
      #expect(try AcInvoke(AcName("text"), "mine", 8) == "mine 8")
      #expect(try AcGet(AcName("text")) == "default 7")
    }
  }

  @Test("G4: too many arguments are an error that lists the parameters")
  func tooMany() throws {
    try Alchemic.withModel(configure) { () throws in
      let line = #line + 1
      let found = problems { _ = try AcInvoke(AcName("text"), "mine", 1, 2) as String }
      #expect(
        found.map(\.description) == [
          """
          [wrong-arguments] 'text' cannot be invoked like that: 3 arguments were given, and it takes 2: (String, Int).
             needed by   AcInvoke — AlchemicInjectTests/InvokeTests.swift:\(line)
             • 'text' (String) — AlchemicInjectTests/InvokeTests.swift:\(line - 45)
             → pass AcInvoke the arguments in the order of the parameters; those that are left out at the end come from the declared sources
          """
        ])
    }
  }

  @Test("G4: arguments of wrong types are an error with all their positions and types")
  func wrongTypes() throws {
    try Alchemic.withModel(configure) { () throws in
      let found = problems { _ = try AcInvoke(AcName("page"), 5, 5, 5.0) as Page }
      #expect(found.map(\.id) == [.wrongArguments])
      #expect(
        found[0].detail == """
          argument 1 is 'Int', and it takes 'String'; argument 2 is 'Int', and it takes 'UInt'; \
          argument 3 is 'Double', and it takes 'String?'
          """)
      let nothing = problems { _ = try AcInvoke(AcName("page"), nil) as Page }
      #expect(nothing[0].detail == "argument 1 is 'nil', and it takes 'String'")
    }
  }

  @Test("G4: a reference, an unknown name and a wrong type cannot be invoked")
  func notInvocable() throws {
    try Alchemic.withModel(configure) { () throws in
      let reference = problems { _ = try AcInvoke(AcName("given")) as Double }
      #expect(reference.map(\.id) == [.notInvocable])
      #expect(reference[0].description.contains("'given' is a reference: no function creates it."))
      #expect(problems { _ = try AcInvoke(AcName("pgae"), "x") as Page }.map(\.id) == [.noMatch])
      #expect(problems { _ = try AcInvoke(AcName("page")) as Book }.map(\.id) == [.wrongType])
    }
  }

  @Test("G4: AcInvoke inside the initializer that it invokes is no cycle")
  func nested() throws {
    try Alchemic.withModel { model in
      model.register(AcFactoryName("depth")) { (depth: Int) throws -> String in
        depth == 0 ? "end" : try "\(depth) " + AcInvoke(AcName("depth"), depth - 1)
      }
      model.register { 1 }
    } operation: { () throws in
      #expect(try AcInvoke(AcName("depth"), 3) == "3 2 1 end")
      #expect(try AcGet(AcName("depth")) == "1 end")
    }
  }

  @Test("G4: AcInvoke before the start is a lifecycle error", .alchemicMain)
  func beforeStart() throws {
    #expect(problems { _ = try AcInvoke(AcName("page")) as Page }.map(\.id) == [.notStarted])
  }

  // Deprecated itself, so that using them is no warning here.
  @available(*, deprecated)
  private func oldSpellings(_ model: ModelBuilder, _ log: Log<String>) {
    model.register(AcFactory(), AcWithName("old template")) { Clock() }
    model.register(Clock.self, AcExternal(), AcWithName("old reference"))
    AcExecuteWhenStarted { log.add("started") }
  }

  @Test("G6: the spellings of Alchemic 2 have the effect of the new ones", .alchemicMain)
  @available(*, deprecated)
  func deprecatedSpellings() throws {
    let log = Log<String>()
    try Alchemic.start { oldSpellings($0, log) }
    #expect(log.entries == ["started"])
    let first: Clock = try AcGet(AcName("old template"))
    #expect(try first !== (AcGet(AcName("old template")) as Clock))
    let unset = problems { _ = try AcGet(AcName("old reference")) as Clock }
    #expect(unset.map(\.id) == [.unsetReference])
  }

  @Test("G4: AcInvoke throws if the function returns nil and no optional is requested, also as Any")
  func nothingAsAny() async throws {
    try await Alchemic.withModel({ model in
      model.register({ () -> Int? in nil }, AcNillable(), AcFactoryName("nothing"))
      model.register(
        AcLazy(), AcNillable(), AcFactoryName("awaited"),
        make: { () async -> Int? in
          await Task.yield()
          return nil
        })
    }) { () async throws in
      #expect(try AcInvoke(AcName("nothing")) as Int? == nil)
      #expect(problems { _ = try AcInvoke(AcName("nothing")) as Any }.map(\.id) == [.unexpectedNil])
      #expect(
        problems { _ = try AcInvoke(AcName("nothing")) as any CustomStringConvertible }
          .map(\.id) == [.unexpectedNil])
      let awaited = await problems { _ = try await AcInvokeAsync(AcName("awaited")) as Any }
      #expect(awaited.map(\.id) == [.unexpectedNil])
    }
  }
}
#endif
