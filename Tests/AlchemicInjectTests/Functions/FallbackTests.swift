import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

private protocol Logger: AnyObject, Sendable { var name: String { get } }
private final class ConsoleLog: Logger { var name: String { "console" } }
private final class FileLog: Logger { var name: String { "file" } }
private final class OtherLog: Logger { var name: String { "other" } }
private final class Telemetry: Sendable {
  let log: any Logger
  init(log: any Logger) { self.log = log }
}
private final class Numbered: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private enum Audit: AcQualifier {}

/// What a library would declare in its configuration.
private func declareLibrary(_ model: ModelBuilder) {
  model.register(.fallback) { ConsoleLog() }
  model.register(Telemetry.init(log:))
}

@Suite struct FallbackTests {
  private func name(
    _ configure: (ModelBuilder) -> Void, _ more: SearchCriterion...
  ) throws -> String {
    try Alchemic.withModel(configure) { () throws in
      more.isEmpty ? try AcGet((any Logger).self).name : try AcGet((any Logger).self, more[0]).name
    }
  }

  @Test("N1: a fallback answers if nothing else does, and gives way to everything else")
  func givesWay() throws {
    #expect(try name { declareLibrary($0) } == "console")
    let declared: [(ModelBuilder) -> Void] = [
      { $0.register { FileLog() } },
      { $0.register { FileLog() as any Logger } },
      { $0.register(.primary) { FileLog() } },
      { $0.register(.template) { FileLog() } },
      { $0.register(.only(in: .test)) { FileLog() } },
    ]
    for declare in declared {
      for isFirst in [true, false] {
        try Alchemic.withModel { model in
          if isFirst { declare(model) }
          declareLibrary(model)
          if !isFirst { declare(model) }
        } operation: { () throws in
          #expect(try AcGet((any Logger).self).name == "file")
          #expect(try AcGet([any Logger].self).map(\.name) == ["file"])
          #expect(try AcGet(Telemetry.self).log.name == "file")
          #expect(try AcGet(ConsoleLog.self).name == "console")
        }
      }
    }
    #expect(
      try name {
        declareLibrary($0)
        $0.register(.only(in: .named("never"))) { FileLog() }
      } == "console")
  }

  @Test("N1: a program declares the type of a library's fallback itself; names do not clash")
  func sameType() throws {
    try Alchemic.withModel { model in
      model.register(.fallback) { Numbered(1) }
      model.register { Numbered(2) }
      model.register(.fallback, .named("special")) { Numbered(3) }
      model.register(.named("special")) { Numbered(4) }
    } operation: { () throws in
      #expect(try AcGet(Numbered.self, .named("special")).number == 4)
      #expect(try AcGet(Numbered.self, .named("Numbered")).number == 2)
      #expect(try AcGet([Numbered].self).map(\.number) == [2, 4])
    }
  }

  @Test("N1: two libraries may offer the same; the first one counts")
  func twoLibraries() throws {
    try Alchemic.withModel { model in
      model.register(.fallback) { Numbered(1) }
      model.register(.fallback) { Numbered(2) }
      model.register(.fallback, .qualifier(Audit.self)) { Numbered(3) }
      model.register(.fallback, .qualifier(Audit.self)) { Numbered(4) }
    } operation: { () throws in
      #expect(try AcGet([Numbered].self).map(\.number) == [1, 3])
      #expect(try AcGet(Numbered.self, .qualified(Audit.self)).number == 3)
    }
    let error = #expect(throws: AlchemicError.self) {
      try Alchemic.withModel { model in
        model.register(.fallback) { ConsoleLog() }
        model.register(.fallback) { FileLog() }
        model.register(Telemetry.init(log:))
      } operation: {
      }
    }
    #expect(error?.problems.map(\.id) == [.severalMatches])
  }

  @Test("N1: a fallback of a child gives way to what the child inherits, which stays the parent's")
  func child() throws {
    try Alchemic.withModel { model in
      model.register { FileLog() }
      model.register(Telemetry.init(log:))
    } operation: { () throws in
      let ofParent: Telemetry = try AcGet()
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register(.fallback) { ConsoleLog() }
        $0.register(.fallback, .named("FileLog")) { OtherLog() }
      } operation: { () throws in
        #expect(try AcGet((any Logger).self).name == "file")
        #expect(try AcGet([any Logger].self).map(\.name) == ["file"])
        #expect(try AcGet((any Logger).self, .named("FileLog")).name == "file")
        #expect(try AcGet(Telemetry.self) === ofParent)
        #expect(try AcGet(ConsoleLog?.self) != nil)
      }
      try Alchemic.withModel {
        $0.register { ConsoleLog() }
        $0.register(.fallback) { FileLog() }
      } operation: { () throws in
        #expect(try AcGet((any Logger).self).name == "console")
      }
    }
    try Alchemic.withModel { _ in
    } operation: { () throws in
      try Alchemic.withModel {
        $0.register(.fallback) { ConsoleLog() }
      } operation: { () throws in
        #expect(try AcGet((any Logger).self).name == "console")
        #expect(try AcGet([any Logger].self).map(\.name) == ["console"])
        #expect(try AcGet((any Logger)?.self)?.name == "console")
        try Alchemic.withModel {
          $0.register { FileLog() }
        } operation: { () throws in
          #expect(try AcGet((any Logger).self).name == "file")
          #expect(try AcGet([any Logger].self).map(\.name) == ["file"])
        }
      }
    }
  }

  @Test("N1, C2: a child shares an object whose need has the name of a fallback, if another has it")
  func sharedName() throws {
    final class Taker: Sendable {
      let parts: [Numbered]
      init(parts: [Numbered]) { self.parts = parts }
    }
    try Alchemic.withModel { model in
      model.register(.named("x")) { FileLog() }
      model.register({ Taker(parts: $0) }, .named("x"))
    } operation: { () throws in
      let ofParent: Taker = try AcGet()
      try Alchemic.withModel(sharing: .unaffected) {
        $0.register(.fallback, .named("x")) { Numbered(1) }
      } operation: { () throws in
        #expect(try AcGet(Taker.self) === ofParent)
      }
    }
  }

  @Test("N1: names of fallbacks change no other name, whatever the order")
  func names() throws {
    for isFirst in [true, false] {
      try Alchemic.withModel { model in
        if isFirst { model.register(.fallback) { Numbered(2) } }
        model.register(.primary) { Numbered(1) }
        if !isFirst { model.register(.fallback) { Numbered(2) } }
        model.register(.fallback, .named("x")) { Numbered(3) }
        model.register(.fallback, .named("x")) { OtherLog() }
      } operation: { () throws in
        #expect(try AcGet(Numbered.self, .named("Numbered")).number == 1)
        #expect(try AcGet(Numbered.self, .named("x")).number == 3)
        #expect(try AcGet(OtherLog?.self) != nil)
      }
    }
  }

  @Test("N1: a repeated fallback of a class is left out with its methods; other methods stay")
  func methods() throws {
    final class Link: Sendable {
      let name: String
      init(_ name: String) { self.name = name }
    }
    final class Bank: Sendable {
      func link() -> Link { Link("bank") }
    }
    final class Post: Sendable {
      func link() -> Link { Link("post") }
    }
    try Alchemic.withModel { model in
      model.register(.fallback) { Bank() }
      model.declare(Bank.self) { of in
        AcRegister(of, .fallback)
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.link, options: .fallback)
      }
    } operation: { () throws in
      #expect(try AcGet([Link].self).isEmpty)
      #expect(try AcGet([Bank].self).count == 1)
    }
    try Alchemic.withModel { model in
      model.declare(Bank.self) { of in
        AcInitializer(of, Bank.init)
        AcMethod(of, Bank.link, options: .fallback)
      }
      model.declare(Post.self) { of in
        AcInitializer(of, Post.init)
        AcMethod(of, Post.link, options: .fallback)
      }
    } operation: { () throws in
      #expect(try AcGet([Link].self).map(\.name) == ["bank", "post"])
    }
  }

  @Test("N1: elements, arrays and maps give way to each other")
  func collections() throws {
    typealias Declare = (ModelBuilder) -> Void
    func logs(_ declare: Declare...) throws -> [String] {
      try Alchemic.withModel { model in
        declare.forEach { $0(model) }
      } operation: { () throws in
        try AcGet([any Logger].self).map(\.name)
      }
    }
    let whole: Declare = { $0.register { [FileLog()] as [any Logger] } }
    let offeredWhole: Declare = { $0.register(.fallback) { [OtherLog()] as [any Logger] } }
    let offered: Declare = { $0.register(.fallback) { ConsoleLog() } }
    #expect(try logs(offered, whole) == ["file"])
    #expect(try logs(offered, offeredWhole) == ["console"])
    #expect(try logs(offeredWhole) == ["other"])
    #expect(try logs(offeredWhole, { $0.register { FileLog() } }) == ["file"])
    try Alchemic.withModel { model in
      model.register(.fallback) { ["a": 1] }
      model.register(.named("b")) { 2 }
    } operation: { () throws in
      #expect(try AcGet([String: Int].self) == ["b": 2])
    }
    try Alchemic.withModel { _ in
    } operation: { () throws in
      try Alchemic.withModel {
        $0.register(.fallback, .named("a")) { 1.5 }
      } operation: { () throws in
        #expect(try AcGet([String: Double].self) == ["a": 1.5])
      }
    }
  }

  @Test("N1: a decorator wraps a fallback, and what comes in its place")
  func decorated() throws {
    final class Loud: Logger {
      let inner: any Logger
      init(_ inner: any Logger) { self.inner = inner }
      var name: String { "loud \(inner.name)" }
    }
    #expect(
      try name {
        declareLibrary($0)
        $0.decorate((any Logger).self) { Loud($0) }
      } == "loud console")
    #expect(
      try name {
        declareLibrary($0)
        $0.register { FileLog() }
        $0.decorate((any Logger).self) { Loud($0) }
      } == "loud file")
  }

  @Test("N1: a class declares itself as a fallback; primary and fallback exclude each other")
  func declared() throws {
    let error = #expect(throws: AlchemicError.self) {
      try Alchemic.withModel { model in
        model.register(.primary, .fallback) { FileLog() }
      } operation: {
      }
    }
    #expect(error?.problems.map(\.id) == [.optionConflict])
    try Alchemic.withModel { model in
      model.declare(ConsoleLog.self) { of in
        AcRegister(of, AcFallback())
        AcInitializer(of, ConsoleLog.init)
      }
      model.register { FileLog() }
    } operation: { () throws in
      #expect(try AcGet((any Logger).self).name == "file")
    }
  }
}

@Suite(.alchemicMain) struct FallbackStartTests {
  private final class Part: Sendable {
    init(_ log: Log<String>, _ name: String) { log.add(name) }
  }

  private final class Board: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
  }

  @Test("N1, M4: a start does not create the singleton of a fallback that gave way everywhere")
  func start() throws {
    let log = Log<String>()
    try Alchemic.start {
      $0.register(.fallback) { Part(log, "of the library") }
      $0.register { Part(log, "of the program") }
      $0.register(Board.init)
    }
    #expect(log.entries == ["of the program"])
    try AcSet(Part(log, "set"))
    #expect(try AcGet(Part.self) === AcGet(Part.self))
    #expect(log.entries == ["of the program", "set"])
  }

  @Test("N1, H8: a discovery may bring what a fallback gives way to, or the fallback itself")
  func discovery() throws {
    let log = Log<String>()
    try Alchemic.start { $0.register(.fallback, .lazy) { Part(log, "of the library") } }
    let board = Transient<Part>()
    #expect(board() === board())
    try Alchemic.discover { $0.register(.fallback, .lazy) { Part(log, "of another library") } }
    #expect(try AcGet([Part].self).count == 1)
    try Alchemic.discover { $0.register(.lazy) { Part(log, "of a plug-in") } }
    #expect(try AcGet(Part.self) === board())
    #expect(try AcGet(Part.self, .named("Part")) === board())
    #expect(log.entries == ["of the library", "of a plug-in"])
  }

  @Test("N1, H8: a discovery brings no fallback that the model has by a longer name")
  func discoveryOfLongerName() throws {
    let log = Log<String>()
    func offer(_ model: ModelBuilder) {
      model.register(.fallback, .named("x"), .lazy) { Part(log, "of a library") }
      model.register(.fallback, .named("x"), .lazy) { Numbered(1) }
      model.register(.fallback, .lazy) { OtherLog() }
    }
    try Alchemic.start {
      $0.register(.named("x"), .lazy) { FileLog() }
      $0.register(.lazy, .qualifier(Audit.self)) { OtherLog() }
      $0.register(.lazy, .named("OtherLog")) { ConsoleLog() }
      offer($0)
    }
    let names = try Alchemic.model.factories.map(\.name)
    try Alchemic.discover { offer($0) }
    #expect(try Alchemic.model.factories.map(\.name) == names)
    #expect(try AcGet([Part].self).count == 1)
    #expect(try AcGet([Numbered].self).count == 1)
  }
}
