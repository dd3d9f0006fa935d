#if Invoking && Scopes
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Disk: Sendable {}
private final class Clock: Sendable {}

/// An editor of an application, with many arguments.
private final class Editor: Sendable {
  let texts: [String]
  let number: Int
  let disk: Disk
  let clock: Clock

  init(disk: Disk, clock: Clock, title: String, author: String, number: Int) {
    (self.disk, self.clock) = (disk, clock)
    (texts, self.number) = ([title, author], number)
  }
}

@MainActor private final class Screen {
  let text: String
  init(disk: Disk, text: String) { self.text = text }
}

private final class Sheet: Sendable {
  let title: String
  init(disk: Disk, title: String) { self.title = title }
}

private enum RequestScope: AlchemicScope {}
private final class Page: Sendable {}
private final class Header: Sendable {}
private final class Footer: Sendable {}
private final class Session: Sendable {}

/// Runs of arguments, and options for many declarations.
@Suite struct ManyDeclarationsTests {
  @Test("P4: a run of arguments comes from the caller, the others are found by type")
  func run() throws {
    try Alchemic.withModel { model in
      model.register(Disk.init)
      model.register(Clock.init)
      model.register(Editor.init, .arguments(3...5))
    } operation: { () throws in
      let editor: Provider<Editor, String, String, Int> = try AcGet()
      let made = try editor("Dune", "Herbert", 3)
      #expect(made.texts == ["Dune", "Herbert"] && made.number == 3)
      #expect(try made.disk === AcGet(Disk.self))
      #expect(try AcInvoke(.ofClass(Editor.self), "Emma", "Austen", 4) as Editor !== made)
      #expect(problems { _ = try AcGet(Editor.self) }.map(\.id) == [.needsArguments])
    }
  }

  @Test("P4: several runs add up; a class and a function of the main actor have them, too")
  @MainActor func forms() throws {
    try Alchemic.withModel { model in
      model.register(Disk.init)
      model.register(Clock.init)
      model.register(Editor.init, .arguments(3...3), .arguments(4...5))
      model.register(Screen.init, .arguments(2...2))
      model.declare(Sheet.self) { of in
        AcInitializer(of, Sheet.init)
        AcRegister(of, .arguments(2...2))
      }
    } operation: { () throws in
      let editor: Provider<Editor, String, String, Int> = try AcGet()
      #expect(try editor("Dune", "Herbert", 3).number == 3)
      let screen: Provider<Screen, String> = try AcGet()
      #expect(try screen("hello").text == "hello")
      let sheet: Provider<Sheet, String> = try AcGet()
      #expect(try sheet("notes").title == "notes")
    }
  }

  @Test(
    "P4: positions that the function does not have are an error",
    arguments: [0...1, 5...6, 6...7] as [ClosedRange<Int>])
  func outside(_ positions: ClosedRange<Int>) {
    let found = problems {
      $0.register(Disk.init)
      $0.register(Clock.init)
      $0.register(.named("t")) { "t" }
      $0.register(Editor.init, .arguments(positions))
    }.filter { $0.id == .optionConflict }
    #expect(found.count == 1)
    #expect(found.first?.headline.contains("does not have these parameters") == true)
  }

  @Test("P4: a property whose provider passes other types is an error")
  func wrongTypes() {
    final class Host { @Injected var editor: Provider<Editor, String> }
    let found = problems {
      $0.register(Disk.init)
      $0.register(Clock.init)
      $0.register(Editor.init, .arguments(3...5))
      $0.register { Host() }
    }
    #expect(found.map(\.id) == [.wrongArguments])
  }

  @Test("M12: the options of a closure apply to each declaration in it, and to none outside")
  func options() throws {
    let line = #line + 3
    try Alchemic.withModel { model in
      model.withOptions(.template, .live) { model in
        model.register(Page.init)
        model.register { (page: Page) in [page] }
        model.register(Header.init, .named("header"))
        model.declare(Footer.self) { AcInitializer($0, Footer.init) }
      }
      model.register(Session.init)
    } operation: {
      #expect(try AcGet(Page.self) !== AcGet(Page.self))
      #expect(try AcGet(Header.self, .named("header")) !== AcGet(Header.self, .named("header")))
      #expect(try AcGet(Footer.self) !== AcGet(Footer.self))
      #expect(try AcGet(Session.self) === AcGet(Session.self))
      let facts = try Alchemic.model.factories
      #expect(facts.filter(\.isLive).count == 4)
      #expect(facts.first { $0.name == "Page" }?.location?.line == line)
    }
  }

  @Test("M12: the own options of a declaration win, and those of the inner closure")
  func ownOptions() throws {
    let all = try makeModel { model in
      model.withOptions(.template, .order(1)) { model in
        model.register(Page.init, .scope(RequestScope.self))
        model.register(Session.self, .reference)
        model.register(Header.init, .order(2))
        model.withOptions(.perRequest) { $0.register(Footer.init) }
      }
    }.factories
    func facts(_ name: String) -> FactoryFacts? { all.first { $0.name == name } }
    #expect(facts("Page")?.lifetime == .singleton && facts("Page")?.scope != nil)
    #expect(facts("Session")?.lifetime == .reference)
    #expect(facts("Header")?.lifetime == .template && facts("Header")?.order == 2)
    #expect(facts("Footer")?.isPerRequest == true && facts("Footer")?.order == 1)
  }

  @Test("M12: a profile and a fallback for many declarations")
  func profiles() throws {
    let names = try makeModel { model in
      model.withOptions(.only(in: .named("never"))) { model in
        model.register(Page.init)
        model.register(Header.init)
      }
      model.withOptions(.fallback) { $0.register(Session.init) }
      model.register(.named("own")) { Session() }
    }.factories
    #expect(names.map(\.name) == ["Session", "own"])
    #expect(names[0].isFallback)
  }

  @Test("M12: an option that arguments of the caller exclude is not given to their factory")
  func withArguments() throws {
    let facts = try makeModel { model in
      model.register(Disk.init)
      model.register(Clock.init)
      model.withOptions(.lazy, .live) { model in
        model.register(Editor.init, .arguments(3...5))
        model.register(Page.init)
      }
    }.factories
    let editor = facts.first { $0.name == "Editor" }
    #expect(editor?.isLazy == false && editor?.isLive == true)
    #expect(facts.first { $0.name == "Page" }?.isLazy == true)
  }

  @Test("M12: an inactive profile leaves out decorators, and methods with their class")
  func inactive() throws {
    let facts = try Configured.$isOn.withValue(true) {
      try makeModel { declareInactive($0) }.factories
    }
    #expect(facts.map(\.name) == ["Bell", "Session"])
    #expect(facts.filter { $0.origin == .code }.count == 2)
  }

  private func declareInactive(_ model: ModelBuilder) {
    model.register { PlainBell() as any Bell }
    model.withOptions(.only(in: .named("never"))) { model in
      model.decorate((any Bell).self) { inner in LoudBell(inner: inner) }
      model.declare(Office.self) { of in
        AcInitializer(of, Office.init)
        AcMethod(of, Office.page, options: .only(in: .test))
      }
      model.add(PageSetup.self)
    }
    model.add(HeaderSetup.self)
    model.exclude(PageSetup.self)
    model.exclude(HeaderSetup.self)
    model.register(Session.init)
  }
}

private protocol Bell: Sendable {}
private struct PlainBell: Bell {}
private struct LoudBell: Bell { let inner: any Bell }

private final class Office: Sendable {
  func page() -> Page { Page() }
}

// A scan finds configurations, so these declare something only for their test.
private enum Configured {
  @TaskLocal static var isOn = false
}

private final class PageSetup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    if Configured.isOn { model.register(Page.init) }
  }
}

private final class HeaderSetup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    if Configured.isOn { model.register(Header.init) }
  }
}
#endif
