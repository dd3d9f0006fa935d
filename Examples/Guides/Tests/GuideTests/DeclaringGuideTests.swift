import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Declaring.md.

protocol Feed: Sendable { var address: String { get } }

struct WireFeed: Feed { let address: String }

protocol Keeper: AnyObject, Sendable {}

final class Archivist: Keeper, AlchemicCreatable {
  init() {}
  static func alchemic(_ of: ClassObjectFactory) { AcRegister(of, .lazy, .primary) }
}

enum AgencyAddress: AcQualifier {}

final class Agency: AlchemicManaged {
  let (feed, retries): (any Feed, Int)

  init(feed: any Feed, retries: Int) { (self.feed, self.retries) = (feed, retries) }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Agency.init(feed:retries:), .byType, .value(3))
    AcRegister(of, .lazy)
    AcMethod(of, Agency.statement(of:), .qualified(AgencyAddress.self), options: .template)
  }

  func statement(of address: String) -> Statement {
    Statement(text: "\(address), \(retries) tries")
  }
}

struct Statement { let text: String }

final class AgencySetup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.qualifier(AgencyAddress.self)) { "agency.example" }
    model.register(
      WireFeed.init(address:), .qualified(AgencyAddress.self), options: .lazy)
  }
}

struct Letter {
  let (agency, reader): (Agency, String)
}

func configureLetters(_ model: ModelBuilder) {
  model.register(Letter.init(agency:reader:), .byType, .argument)
}

struct Office {
  @Injected var letter: Provider<Letter, String>

  func write(to reader: String) throws -> Letter { try letter(reader) }
}

struct Advertisement {
  let (agency, text): (Agency, String)
  let (columns, lines): (Int, Int)
  init(agency: Agency, text: String, columns: Int, lines: Int) {
    (self.agency, self.text, self.columns, self.lines) = (agency, text, columns, lines)
  }
}

func configureAdvertisements(_ model: ModelBuilder) {
  model.register(Advertisement.init(agency:text:columns:lines:), .arguments(2...4))
}

enum EditionScope: AlchemicScope {}
final class Headline: Sendable {}
final class Column: Sendable {}
final class FrontPage: Sendable {}

func configureNewspaper(_ model: ModelBuilder) {
  model.withOptions(.template) { model in
    model.register(Headline.init)
    model.register(Column.init)
    model.register(FrontPage.init, .scope(EditionScope.self))
  }
}

final class NightKeeper: Keeper, AlchemicCreatable { init() {} }

@Suite struct DeclaringGuideTests {
  @Test("R2, M4: a class with an init() has options", .alchemic)
  func archivist() throws {
    #expect(try AcGet((any Keeper).self) === AcGet(Archivist.self))
  }

  @Test("R3, R4: a class declares its initializer and a method", .alchemic)
  func agency() throws {
    let agency: Agency = try AcGet()
    #expect(agency.feed.address == "agency.example")
    #expect(try AcGet(Statement.self).text == "agency.example, 3 tries")
  }

  @Test("P1, P2: a letter is for the reader of its caller", .alchemic { configureLetters($0) })
  func letters() throws {
    let letter = try Office().write(to: "Ann")
    #expect(letter.reader == "Ann")
    #expect(letter.agency === (try AcGet(Agency.self)))
    let error = #expect(throws: AlchemicError.self) { try AcGet(Letter.self) }
    #expect(error?.problems.map(\.id.rawValue) == ["needs-arguments"])
  }
  @Test("P4: many arguments of a caller", .alchemic { configureAdvertisements($0) })
  func advertisements() throws {
    let advertisement: Provider<Advertisement, String, Int, Int> = try AcGet()
    #expect(try advertisement("Tea", 2, 10).lines == 10)
  }

  @Test("M12: options for many declarations", .alchemic { configureNewspaper($0) })
  func newspaper() throws {
    #expect(try AcGet(Headline.self) !== AcGet(Headline.self))
    let error = #expect(throws: AlchemicError.self) { try AcGet(FrontPage.self) }
    #expect(error?.problems.map(\.id.rawValue) == ["no-scope"])
  }
}
