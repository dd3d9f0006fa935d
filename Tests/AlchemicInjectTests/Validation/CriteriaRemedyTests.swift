#if Suggestions
import AlchemicInject
import AlchemicTestSupport
import Testing

private protocol Store: AnyObject {}
private protocol Other: AnyObject {}
private final class FileStore: Store, Other {}
private protocol Repository<Item>: AnyObject { associatedtype Item }
private final class Numbers: Repository { typealias Item = Int }
private protocol Rule: AnyObject {}
private final class First: Rule {}
private final class Second: Rule {}
private enum Main: AcQualifier {}
private final class Taker { init(_ store: any Store) {} }

/// The remedies for requests that find nothing, each applied as it stands, in strict mode.
@Suite struct CriteriaRemedyTests {
  private func found(_ configure: (ModelBuilder) -> Void) -> [String] {
    problems { _ = try makeModel(.strict, configure) }.map(\.description)
  }

  @Test("V6: a name or a qualifier that nothing has: a factory with it, not an optional")
  func missingOptions() {
    let byName: (ModelBuilder) -> Void = { $0.register(Taker.init, AcName("main")) }
    #expect(
      found(byName).first?.hasSuffix(
        #"→ correct the criteria, or register a factory for Store with .named("main")"#)
        == true)
    #expect(
      found { model in
        byName(model)
        model.register(FileStore.init, AcFactoryName("main"))
      }.isEmpty)
    let byQualifier: (ModelBuilder) -> Void = {
      $0.register(Taker.init, AcMatching(AcQualified(Main.self), AcClass(FileStore.self)))
    }
    #expect(
      found(byQualifier).first?.hasSuffix(
        "→ correct the criteria, or register a factory for Store with .qualifier(Main.self)"
      )
        == true)
    #expect(
      found { model in
        byQualifier(model)
        model.register(FileStore.init, AcFactoryQualifier(Main.self))
      }.isEmpty)
    // A class that nothing has is a legal question.
    let byClass: (ModelBuilder) -> Void = {
      $0.register({ (_: (any Store)?) in 1 }, AcClass(FileStore.self))
    }
    #expect(found(byClass).isEmpty)
  }

  @Test("V6: an optional by a name that nothing has: a factory with the name")
  func missingNameOfOptional() {
    let needy: (ModelBuilder) -> Void = {
      $0.register({ (_: (any Store)?) in 1 }, AcName("main"))
    }
    #expect(
      found(needy).first?.hasSuffix(
        #"→ correct it, or register a factory with .named("main")"#) == true)
    #expect(
      found { model in
        needy(model)
        model.register(FileStore.init, AcFactoryName("main"))
      }.isEmpty)
  }

  @Test("V6: several types that conform: one of these, each once")
  func severalTypes() throws {
    func local() { final class Local: Rule {} }
    func another() { final class Local: Rule {} }
    let needy: (ModelBuilder) -> Void = { $0.register { (_: any Rule) in 1 } }
    let remedy = try #require(found(needy).first?.split(separator: "→ ").last)
    #expect(
      remedy.hasPrefix(
        "register one of these, which conform to Rule: "))
    let names = remedy.split(separator: ": ").last?.split(separator: ";").first?
      .split(separator: ", ")
    #expect(Set(names ?? []).count == names?.count)
    #expect(
      found { model in
        needy(model)
        model.register(First.init)
      }.isEmpty)
  }

  @Test("V6: a cast hides that an object conforms: remove it")
  func hidden() {
    let needy: (ModelBuilder) -> Void = { $0.register(Taker.init) }
    let text = found { model in
      needy(model)
      model.register(.named("file")) { FileStore() as any Other }
    }.first
    #expect(
      text?.hasSuffix(
        """
        → register what conforms to Store (AlchemicInjectTests.FileStore); or remove the cast \
        from 'file', if it creates one; or request an optional
        """) == true)
    #expect(
      found { model in
        needy(model)
        model.register(.named("file")) { FileStore() }
      }.isEmpty)
    let constrained = found { model in
      model.register { (_: any Repository) in 1 }
      model.register { Numbers() as any Repository<Int> }
    }.first
    #expect(constrained?.contains("remove the cast from 'any Repository<Int>'") == true)
    #expect(
      found { model in
        model.register { (_: any Repository) in 1 }
        model.register { Numbers() }
      }.isEmpty)
  }

  @Test("V6, V9: what is of the type, and not near, is told as what there is")
  func notNear() {
    let text = found { model in
      model.register(Taker.init, AcName("man"))
      model.register(.named("other")) { FileStore() }
      model.register(.named("main")) { FileStore() }
    }.first
    #expect(text?.contains("\n   did you mean 'main' (FileStore) — ") == true)
    #expect(text?.contains("\n   there is 'other' (FileStore) — ") == true)
  }

  @Test("V6: a criterion for a protocol has another type: the criterion for that")
  func noProtocol() throws {
    try Alchemic.withModel { model in
      model.register(FileStore.init)
      model.register(.named("three")) { 3 }
    } operation: { () throws in
      let ofClass = problems { _ = try AcGet((any Store).self, AcProtocol(FileStore.self)) }
      #expect(ofClass.map(\.id) == [.wrongCriteria])
      #expect(
        ofClass.first?.headline == """
          [wrong-criteria] The criteria for 'Store' are wrong: .conforming(FileStore.self). \
          'FileStore' is no protocol.
          """)
      #expect(ofClass.first?.description.hasSuffix("→ use .ofClass(FileStore.self)") == true)
      _ = try AcGet((any Store).self, AcClass(FileStore.self))
      let ofValue = problems { _ = try AcGet(Int.self, AcProtocol(Int.self)) }
      #expect(
        ofValue.first?.description.hasSuffix(
          "→ use a protocol, .conforming((any …).self), or another criterion, for example .named(…)"
        )
          == true)
      #expect(try AcGet(Int.self, AcName("three")) == 3)
    }
  }
}
#endif
