import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private typealias Report = Legacy.Report
private typealias Disk = Legacy.Disk
private typealias Store = Legacy.Store

@Suite struct FillingTests {
  @Test("F4: a closure fills the object of a class that is not one's own")
  func closure() throws {
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Report() }
      $0.inject(Report.self) { $0.store = try AcGet() }
    } operation: { () throws in
      let report = try AcGet(Report.self)
      #expect(report.store?.path == "disk")
      #expect(try AcGet(Report.self) === report)
      #expect((report.store as? Disk) === (try AcGet(Disk.self)))
    }
  }

  @Test("F4: what the closure takes is found by type, and is an argument of the factory")
  func arguments() throws {
    try Alchemic.withModel {
      $0.inject(Report.self) { (report, store: any Store, title: String) in
        (report.store, report.title) = (store, title)
      }
      $0.register { Report() }
      $0.register { Disk() }
      $0.register { "title" }
    } operation: { () throws in
      let report = try AcGet(Report.self)
      #expect(report.store?.path == "disk")
      #expect(report.title == "title")
    }
    let found = problems {
      try Alchemic.withModel {
        $0.register { Report() }
        $0.inject(Report.self) { (report, store: any Store) in report.store = store }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.noMatch])
    #expect(found.first?.description.contains("filled property 1") == true)
  }

  @Test("F4: several fill one object in order, and each object once")
  func several() throws {
    func fill(_ model: ModelBuilder) {
      model.inject(Report.self) { $0.title += "a" }
      model.inject(Legacy.Yearly.self) { $0.title += "b" }
      model.inject(Report.self) { (report, store: any Store) in
        report.title += store.path
        report.fills += 1
      }
    }
    try Alchemic.withModel {
      fill($0)
      $0.register { Disk() }
      $0.register { Report() }
      $0.register(.template, .named("new")) { Report() }
      $0.register { Legacy.Yearly() }
    } operation: { () throws in
      #expect(try AcGet(Report.self, .named("Report")).title == "adisk")
      let made = (try AcGet(Report.self, .named("new")), try AcGet(Report.self, .named("new")))
      #expect(made.0 !== made.1)
      #expect([made.0.title, made.1.title] == ["adisk", "adisk"])
      let yearly = try AcGet(Legacy.Yearly.self)
      #expect(yearly.title == "abdisk")
      #expect(yearly.fills == 1)
    }
  }

  #if Invoking
  @Test("F4: arguments of a factory and of what fills its objects do not mix")
  func manyArguments() throws {
    final class Letter {
      let (text, number): (String, Int)
      var store: (any Store)?
      init(_ text: String, _ number: Int) { (self.text, self.number) = (text, number) }
    }
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { 7 }
      $0.register(.template) { (text: Given<String>, number: Int) in Letter(text.value, number) }
      $0.inject(Letter.self) { (letter, store: any Store) in letter.store = store }
    } operation: { () throws in
      let letter = try AcInvoke(AcClass(Letter.self), "hello") as Letter
      #expect(letter.text == "hello")
      #expect(letter.number == 7)
      #expect(letter.store?.path == "disk")
    }
  }
  #endif

  @Test("F4: an object that cannot be filled is no object, and is released")
  func error() throws {
    nonisolated(unsafe) weak var first: Report?
    nonisolated(unsafe) var fails = true
    try Alchemic.withModel {
      $0.register(.lazy) { Report() }
      $0.register { "late" }
      $0.inject(Report.self) { (report, title: String) in
        (first, report.title) = (report, title)
        if fails { throw Legacy.Failure() }
      }
    } operation: { () throws in
      #expect(throws: AlchemicError.self) { try AcGet(Report.self) }
      #expect(first == nil)
      fails = false
      #expect(try AcGet(Report.self).title == "late")
    }
    #expect(first == nil)
  }

  @Test("F4: a function that may return nil, and one that is awaited")
  func functions() async throws {
    try await Alchemic.withModel {
      $0.register { Disk() }
      $0.register(.lazy, .nillable, .named("Report")) { () -> Report? in nil }
      $0.register(.lazy, .nillable, .named("Other")) { () -> Report? in Report() }
      $0.register { () async in Legacy.Yearly() }
      $0.inject(Report.self) { (report, store: any Store) in report.store = store }
    } operation: { () async throws in
      #if Waiting
      #expect(try await AcGetAsync(Legacy.Yearly.self).store?.path == "disk")
      #endif
      #expect(try AcGet(Report?.self, .named("Report")) == nil)
      #expect(try AcGet(Report?.self, .named("Other"))?.store?.path == "disk")
    }
  }

  @Test("F4: a class that is filled on the main actor is made there")
  @MainActor func mainActor() async throws {
    @MainActor final class Screen {
      var store: (any Store)?
      nonisolated init() {}
    }
    try await Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Screen() }
      $0.inject(Screen.self) { @MainActor (screen, store: any Store) in screen.store = store }
    } operation: { () async throws in
      #expect(try AcGet(Screen.self).store?.path == "disk")
    }
  }

  @Test("F4: the hooks of an object find it filled")
  func hooks() throws {
    final class Host: Report, AlchemicAware, @unchecked Sendable {
      var path: String?
      func didInjectDependencies() { path = store?.path }
    }
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Host() }
      $0.inject(Report.self) { (report, store: any Store) in report.store = store }
    } operation: { () throws in
      #expect(try AcGet(Host.self).path == "disk")
    }
  }

  @Test("F4: decorators take filled objects")
  func decorated() throws {
    struct Frame: Legacy.Page { let inner: any Legacy.Page }
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Legacy.Front() }
      $0.inject(Legacy.Front.self) { (page, store: any Store) in page.store = store }
      $0.decorate((any Legacy.Page).self) { Frame(inner: $0) }
    } operation: { () throws in
      let frame = try AcGet((any Legacy.Page).self) as? Frame
      #expect((frame?.inner as? Legacy.Front)?.store?.path == "disk")
    }
  }

  @Test("F4: an object that AcSet stores, and one hidden by a protocol, are not filled")
  func others() throws {
    try Alchemic.withModel {
      $0.register { Report() }
      $0.register { Legacy.Front() as any Legacy.Page }
      $0.register(.template) { Legacy.Front() }
      $0.inject(Report.self) { $0.fills += 1 }
      $0.inject(Legacy.Front.self) { $0.store = Disk() }
    } operation: { () throws in
      try AcSet(Report())
      #expect(try AcGet(Report.self).fills == 0)
      let pages = try AcGet([any Legacy.Page].self).compactMap { $0 as? Legacy.Front }
      #expect(pages.map(\.store?.path) == [nil, "disk"])
    }
  }

  @Test("F4: what fills nothing is a mistake")
  func nothing() throws {
    let found = problems {
      try Alchemic.withModel {
        $0.register { Legacy.Front() as any Legacy.Page }
        $0.inject(Legacy.Front.self) { $0.store = Disk() }
      } operation: {
      }
    }
    #expect(found.map(\.id) == [.nothingDecorated])
    #expect(
      found.first?.description.hasPrefix(
        "[nothing-decorated] model.inject fills objects of 'Front', which no factory creates.")
        == true)
  }
}

@Suite struct FillingChildTests {
  @Test("F4: the closures of a parent fill the objects of its children's factories")
  func inherited() throws {
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Report() }
      $0.inject(Report.self) { (report, store: any Store) in report.store = store }
    } operation: { () throws in
      let parents = try AcGet(Report.self)
      try Alchemic.withModel {
        $0.register(.primary) { Disk("child's") }
        $0.register(.primary) { Legacy.Yearly() }
      } operation: { () throws in
        #expect(try AcGet(Report.self).store?.path == "child's")
        #expect(try AcGet(Report.self) is Legacy.Yearly)
      }
      #expect(try AcGet(Report.self) === parents)
    }
  }

  @Test("F4: a filled object of a parent is the child's own if what fills it is replaced")
  func replaced() throws {
    try Alchemic.withModel {
      $0.register { Disk() }
      $0.register { Report() }
      $0.inject(Report.self) { (report, store: any Store) in report.store = store }
    } operation: { () throws in
      let parents = try AcGet(Report.self)
      try Alchemic.withModel {
        $0.register(.primary) { Disk("child's") }
      } operation: { () throws in
        #expect(try AcGet(Report.self) !== parents)
        #expect(try AcGet(Report.self).store?.path == "child's")
      }
    }
  }
}
