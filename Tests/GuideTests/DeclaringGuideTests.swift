import Alchemic
import AlchemicTesting
import Testing

// The code of Docs/Guides/Declaring.md.

protocol Feed: Sendable { var address: String { get } }

struct WireFeed: Feed { let address: String }

enum BankAddress: AcQualifier {}

final class Bank: AlchemicManaged {
  let (feed, retries): (any Feed, Int)

  init(feed: any Feed, retries: Int) { (self.feed, self.retries) = (feed, retries) }

  static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Bank.init(feed:retries:), .byType, .value(3))
    AcRegister(of, .lazy)
    AcMethod(of, Bank.statement(of:), .qualified(BankAddress.self), options: .template)
  }

  func statement(of address: String) -> Statement {
    Statement(text: "\(address), \(retries) tries")
  }
}

struct Statement { let text: String }

final class BankSetup: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.qualifier(BankAddress.self)) { "bank.example" }
    model.register(
      WireFeed.init(address:), .qualified(BankAddress.self), options: .lazy)
  }
}

struct Letter {
  let (bank, reader): (Bank, String)
}

func configureLetters(_ model: ModelBuilder) {
  model.register(Letter.init(bank:reader:), .byType, .argument)
}

struct Office {
  @Injected var letter: Provider<Letter, String>

  func write(to reader: String) throws -> Letter { try letter(reader) }
}

@Suite struct DeclaringGuideTests {
  @Test("R3, R4: a class declares its initializer and a method", .alchemic)
  func bank() throws {
    let bank: Bank = try AcGet()
    #expect(bank.feed.address == "bank.example")
    #expect(try AcGet(Statement.self).text == "bank.example, 3 tries")
  }

  @Test("P1, P2: a letter is for the reader of its caller", .alchemic { configureLetters($0) })
  func letters() throws {
    let letter = try Office().write(to: "Ann")
    #expect(letter.reader == "Ann")
    #expect(letter.bank === (try AcGet(Bank.self)))
    let error = #expect(throws: AlchemicError.self) { try AcGet(Letter.self) }
    #expect(error?.problems.map(\.id.rawValue) == ["needs-arguments"])
  }
}
