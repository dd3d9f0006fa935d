import AlchemicInject
import AlchemicMessages
import AlchemicTestSupport
import AlchemicTesting
import Testing

private final class Ledger: Sendable {}

private final class Bank {
  func connection() -> String { "open" }
}

@Suite struct DescriptionTests {
  private func configure(_ model: ModelBuilder) {
    model.register(Ledger.init)
    model.register(Ledger.self, AcReference(), AcNillable(), AcFactoryName("spare"))
    model.register(Ledger.self, AcReference(), AcWeak(), AcFactoryName("borrowed"))
    model.declare(Bank.self) { of in
      AcRegister(of, AcTransient(), AcLazy(), AcFactoryName("the bank"))
      AcInitializer(of, Bank.init)
      AcMethod(of, Bank.connection, options: AcTemplate())
    }
    model.register(AcOrder(1)) { 7 }
    model.register(AcTemplate(), AcFactoryName("no name")) { [1, 2] }
  }

  @Test("L5: the description has one line for each factory, with a column for each flag")
  func description() throws {
    let model = try makeModel(configure)
    #expect(
      model.description == """
        [ S       ] Int as 'Int'
        [ S       ] Ledger as 'Ledger'
        [  R N    ] Ledger as 'spare'
        [  R  W   ] Ledger as 'borrowed'
        [ S    ~C ] Bank as 'the bank'
        [   T    M] String as 'Bank.String'
        [   T     ] [Int] as 'no name'
        """)
    _ = try model.createSingletons()
    #expect(model.description.hasPrefix("[*S       ] Int as 'Int'\n[*S       ] Ledger as"))
    #expect(model.description.contains("[ S    ~C ] Bank as 'the bank'"))
  }

  @Test("L5, M5: the description marks a factory as long as its object exists")
  func instantiated() throws {
    try Alchemic.withModel(configure) { () throws in
      func line(_ name: String) throws -> String? {
        try Alchemic.model.description.split(separator: "\n").map(String.init)
          .first { $0.hasSuffix("'\(name)'") }
      }
      let borrowed = Ledger()
      try AcSet(borrowed, AcName("borrowed"))
      try AcSet(Ledger(), AcName("spare"))
      try withExtendedLifetime(borrowed) { () throws in
        #expect(try line("borrowed") == "[* R  W   ] Ledger as 'borrowed'")
      }
      #expect(try line("spare")?.hasPrefix("[* R") == true)
      try AcSet(AcNil, AcName("spare"))
      #expect(try line("spare") == "[  R N    ] Ledger as 'spare'")
    }
  }

  @Test("L5: before the start there is no model to describe", .alchemicMain)
  func beforeStart() {
    let found = problems { _ = try Alchemic.model }
    #expect(found.map(\.id) == [.notStarted])
    #expect(found[0].subject == "Alchemic.model")
  }
}
