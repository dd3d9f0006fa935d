import Foundation
import Testing

/// Complete programs, built as a user builds them and run as their own processes. No test refers to
/// their classes.
@Suite struct ProgramTests {
  @Test("R1: a class that no code refers to is injected, in the configuration of this test run")
  func hello() throws {
    #expect(try Program("HelloAlchemic").output == "hello from a class that nobody mentions\n")
  }

  @Test("L1: a program with several mistakes ends at its start with all mistakes and locations")
  func broken() throws {
    #expect(
      try Program("BrokenShop").output == """
        5 problems in the model

        1) [unmarked-subclass] 'Savings' conforms to AlchemicCreatable, but is not discovered, because it inherits AlchemicManaged.
           • 'Savings' (BrokenShop.Savings)
           → add AlchemicSubclass to Savings

        2) [not-makeable] Nothing declares how 'Street' is created, or that it is a reference.
           • 'Street' (BrokenShop.Street)
           → in static func alchemic(_ of: ClassObjectFactory) call AcInitializer(of, Street.init) or AcRegister(of, .reference), or conform to AlchemicCreatable

        3) [duplicate-name] 2 factories are named 'first name'.
           • 'first name' (String) — BrokenShop/Shop.swift:39
           • 'first name' (String) — BrokenShop/Shop.swift:40
           → give each its own .named(…)

        4) [no-match] Nothing produces 'Till'.
           needed by   Basket.till
                       Basket — BrokenShop/Shop.swift:16
           and by      Shop (argument 1) — BrokenShop/Shop.swift:22
           → register a factory for Till, or request an optional

        5) [no-match] Nothing produces 'String' with .named("first naem").
           needed by   Clerk (argument 1) — BrokenShop/Shop.swift:33
           did you mean 'first name' (String) — BrokenShop/Shop.swift:39
           did you mean 'first name' (String) — BrokenShop/Shop.swift:40
           → correct the criteria, or register a factory for String with .named("first naem")

        """)
  }

  @Test("X3: a program that contains test doubles does not start, and names them")
  func doubles() throws {
    #expect(
      try Program("FakeShop").output == """
        [test-double] 'FakeShop' contains test doubles, and this is no test.
           • 'FakePrinter' (FakeShop.FakePrinter)
           • 'FakeTill' (FakeShop.FakeTill)
           → move them to a test target; a class that the program needs conforms to AlchemicCreatable

        """)
    #expect(try Program("FakeShop", ["--alchemic-validate"]).exitCode == 1)
  }

  @Test(
    "I1, I14, L1, Q1: a program with every kind of isolation runs and stops; some of its code is on the main actor"
  )
  func isolation() throws {
    #expect(
      try Program("Isolation").output == """
        Accounts, Ada 1.5
        Ada 1.5
        Ada 1.5, page 1 of 2, refused: true
        the memo: Ada 1.5
        page 1 of 2
        the window is closed
        the vault is locked

        """)
  }

  #if os(Linux)
  @Test("T3, T5: the memory of a program that sets every day for 27 years does not grow")
  func memoryIsFlat() throws {
    struct Report: Decodable { let residentOnDay100, residentAtEnd: Int }
    let json = try Program("Treasury", ["--json", "--wallets", "20"]).output
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    // Each of the 6,883 days in between creates an object of some 50 bytes. Retained, they would
    // be more than 300 KB, and one for each wallet and day some 6 MB. Sanitizers use memory of
    // their own.
    let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
      dlsym(nil, name) != nil
    }
    #expect(
      report.residentAtEnd - report.residentOnDay100 < (isSanitized ? 4000 : 200),
      "in KB: \(report)")
  }
  #endif
}
