import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/FollowingChanges.md.

final class Theme: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

final class Page {
  @Injected var first: Theme?  // the object of the first read
  @Transient var current: Theme?  // the object of today
}

final class Window: AlchemicAware {
  @Transient var theme: Theme?
  private(set) var drawn: [String] = []

  func didInject(variable: String) { drawn.append(theme?.name ?? "none") }
}

final class Printer: Sendable {
  let theme: Theme?  // an argument: captured, for good
  init(theme: Theme?) { self.theme = theme }
}

func configureThemes(_ model: ModelBuilder) {
  model.register(Theme.self, .reference, .nillable)
  model.register(Printer.init(theme:), .lazy)
}

struct Language: Sendable { let code: String }

struct Menu {
  @Injected var language: Language
}

func configureLanguage(_ model: ModelBuilder) {
  model.register(.transient) { Language(code: "en") }
}

@Suite(.alchemic { configureThemes($0) }) struct FollowingGuideTests {
  @Test("T1: a transient property follows, an injected one keeps its object")
  func properties() throws {
    let page = Page()
    try AcSet(Theme(name: "light"))
    #expect(page.first?.name == "light")
    #expect(page.current?.name == "light")

    try AcSet(Theme(name: "dark"))
    #expect(page.first?.name == "light")
    #expect(page.current?.name == "dark")
  }

  @Test("T4: a hook is called after each change, before AcSet returns")
  func hooks() throws {
    let window = Window()
    AcInjectDependencies(window)
    try AcSet(Theme(name: "light"))
    try AcSet(nil as Theme?)
    #expect(window.drawn == ["none", "light", "none"])
  }

  @Test("T9: an argument is captured")
  func arguments() throws {
    try AcSet(Theme(name: "light"))
    let printer: Printer = try AcGet()
    try AcSet(Theme(name: "dark"))
    #expect(printer.theme?.name == "light")
  }

  @Test("M8: all properties follow a transient factory", .alchemic { configureLanguage($0) })
  func factory() throws {
    let menu = Menu()
    #expect(menu.language.code == "en")
    try AcSet(Language(code: "de"))
    #expect(menu.language.code == "de")
  }
}
