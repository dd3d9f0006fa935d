public import Alchemic
import AlchemicTesting
import Synchronization
import Testing

// The code of Docs/Guides/Composing.md.

protocol Library: Sendable {
  func title(of id: Int) throws -> String
}

final class DiskLibrary: Library {
  func title(of id: Int) throws -> String { "title \(id)" }
}

final class Journal: Sendable {
  private let entries = Mutex<[String]>([])
  var lines: [String] { entries.withLock { $0 } }
  func note(_ line: String) { entries.withLock { $0.append(line) } }
}

struct LoggedLibrary: Library {
  let inner: any Library
  let journal: Journal
  func title(of id: Int) throws -> String {
    journal.note("title of \(id)")
    return try inner.title(of: id)
  }
}

func configureLibrary(_ model: ModelBuilder) {
  model.register { DiskLibrary() }
  model.register { Journal() }
  model.decorate((any Library).self) { (inner, journal: Journal) in
    LoggedLibrary(inner: inner, journal: journal)
  }
}

protocol Mailer: Sendable { var isReal: Bool { get } }
struct SMTPMailer: Mailer { var isReal: Bool { true } }
struct PrintingMailer: Mailer { var isReal: Bool { false } }

extension AlchemicProfile {
  static let staging = AlchemicProfile.named("staging")
}

func configureMail(_ model: ModelBuilder) {
  model.register { SMTPMailer() }
  model.register(.only(in: .preview, .staging), .primary) { PrintingMailer() }
}

protocol Export: Sendable { func file() -> String }
struct CSVExport: Export { func file() -> String { "a,b" } }
struct JSONExport: Export { func file() -> String { "{}" } }

func configureExports(_ model: ModelBuilder) {
  model.register(.named("csv")) { CSVExport() }
  model.register(.named("json")) { JSONExport() }
}

final class ExportMenu: Sendable {
  let exports = Injected<[String: any Export]>()

  func run(_ format: String) -> String? { exports()[format]?.file() }
}

protocol Log: Sendable { var name: String { get } }
struct ConsoleLog: Log { var name: String { "console" } }
struct FileLog: Log { var name: String { "file" } }
final class Tracer: Sendable {
  let log: any Log
  init(_ log: any Log) { self.log = log }
}

public final class Telemetry: AlchemicConfig {
  public static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.fallback) { ConsoleLog() }
    model.register { (log: any Log) in Tracer(log) }
  }
}

func configureLogs(_ model: ModelBuilder) {
  model.register { FileLog() }  // the tracer of the library has it, too
}

class ForeignReport {
  var library: (any Library)?
  var pageSize = 10
}

func configureReport(_ model: ModelBuilder) {
  model.register { ForeignReport() }
  model.inject(ForeignReport.self) { (report, library: any Library) in
    report.library = library
  }
}

func configureReportByProperties(_ model: ModelBuilder) {
  model.declare(ForeignReport.self) { of in
    AcInitializer(of, ForeignReport.init)
    AcProperty(of, \ForeignReport.library)
    AcProperty(of, \ForeignReport.pageSize, .value(50))
  }
}

final class Editor: Sendable {
  let exports = Transient<[any Export]>()
}

func formats(of editor: Editor, with plugin: any Export) throws -> [Int] {
  let before = editor.exports().count
  let token = try Alchemic.add(plugin)
  let meanwhile = editor.exports().count
  token.remove()
  return [before, meanwhile, editor.exports().count]
}

@Suite struct ComposingGuideTests {
  @Test("F1: the library is logged", .alchemic { configureLibrary($0) })
  func decorator() throws {
    #expect(try AcGet((any Library).self).title(of: 3) == "title 3")
    #expect(try AcGet(Journal.self).lines == ["title of 3"])
  }

  @Test("F2: outside its profiles the printing mailer is absent", .alchemic { configureMail($0) })
  func profile() throws {
    #expect(try AcGet((any Mailer).self).isReal)
  }

  @Test("F3: a menu finds the export by its name", .alchemic { configureExports($0) })
  func map() {
    #expect(ExportMenu().run("csv") == "a,b")
    #expect(ExportMenu().run("pdf") == nil)
  }

  @Test("N1: the program replaces what the library offers", .alchemic { configureLogs($0) })
  func fallback() throws {
    #expect(try AcGet(Tracer.self).log.name == "file")
  }

  @Test("N2: the program leaves out what the library declares", .alchemicMain)
  func excluding() throws {
    try Alchemic.start { $0.exclude(Telemetry.self) }
    #expect(try AcGet(Tracer?.self) == nil)
  }

  @Test("F4: the report of another library is filled", .alchemic { configureLibrary($0) })
  func filling() throws {
    try Alchemic.withModel {
      configureReport($0)
    } operation: { () throws in
      #expect(try AcGet(ForeignReport.self).library != nil)
    }
    try Alchemic.withModel {
      configureReportByProperties($0)
    } operation: { () throws in
      #expect(try AcGet(ForeignReport.self).library != nil)
      #expect(try AcGet(ForeignReport.self).pageSize == 50)
    }
  }

  @Test("F5: the editor has a further export for a while", .alchemic { configureExports($0) })
  func adding() throws {
    #expect(try formats(of: Editor(), with: CSVExport()) == [2, 3, 2])
  }
}
